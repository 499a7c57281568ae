import { formatDay, formatTime } from "~/common/lib/time/clubTime"
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { LinkedDate } from "./device/network"
import type { Entering, Opened, Phone, Unsent } from "./phone"
import { describeDate, describeQueue } from "./protocol/status"
import { Button, Field, Message, useOneAtATime } from "~/common/ui/plain"
import { Form } from "./screens/Form"
import { failureText } from "./failure"

const loadScan = () => import("./screens/Scan")

// The screens after signing in. The service worker keeps them.
const Scan = lazy(() => loadScan().catch(() => ({ default: NotLoaded })))
const Tables = lazy(() => import("~/evening/scorekeeper/Tables").catch(() => ({ default: NotLoaded })))

/** The door's page: one screen at a time. */
export function App({ phone, shop }: { phone: Phone; shop: { name: string } }) {
  const stage = useSyncExternalStore(phone.subscribe, phone.get)
  useEffect(() => {
    document.documentElement.dataset.ready = "1" // for the page's inline script
    loadScan().catch(() => {}) // while the PIN is typed; tried again once it is needed
  }, [])
  switch (stage.name) {
    case "loading":
      return null
    case "insecure":
      return <Message title="Open this page over HTTPS" text="Without it, browsers don't allow the camera." />
    case "unsaved":
      return (
        <Message
          title="Your browser keeps nothing"
          text="The door needs it to. Allow cookies and site data, leave private browsing or free some space, or use another phone."
        >
          <Button onClick={() => void phone.start()}>Try again</Button>
        </Message>
      )
    case "elsewhere":
      return (
        <Message title="The door is open in another tab" text="Only one tab can scan.">
          <Button onClick={() => void phone.start(true)}>Use it here</Button>
        </Message>
      )
    case "enter":
      return <Enter {...stage} shop={shop} enter={phone.enter} />
    case "open":
      return (
        <Suspense>
          {stage.session.role === "tables" ? (
            <Tables key={stage.session.device} {...stage} leave={phone.leave} />
          ) : (
            <Scan {...stage} leave={phone.leave} setShowing={phone.setShowing} />
          )}
        </Suspense>
      )
  }
}

function NotLoaded({ session }: Pick<Opened, "session">) {
  return (
    <Message title={`The ${session.role === "tables" ? "tables" : "door"} didn't load`} text="Check the connection.">
      <Button onClick={() => location.reload()}>Try again</Button>
    </Message>
  )
}

interface EnterProps extends Entering {
  shop: { name: string }
  enter: (pin: string, name: string) => Promise<void>
}

function unsentText({ count, isLeaving }: Unsent): string {
  if (count === 0) return ""
  const how = count === 1 ? "It leaves" : "They leave"
  return `${describeQueue(count)} ${isLeaving ? `${how} once there is a connection. Keep this page open.` : `${how} with the next link that you open.`}`
}

/** The link's PIN and the volunteer's name. Its button also unlocks the sound. */
function Enter({ hasKey, date, signIn, unsent, message, shop, enter }: EnterProps) {
  const [error, setError] = useState<string | null>(null)
  const [once, isBusy] = useOneAtATime()
  const pin = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listening = loadScan().then(
      ({ listen, keepCode }) => listen({ home: () => pin.current, scan: keepCode }),
      () => () => {},
    )
    return () => void listening.then((stop) => stop())
  }, [])
  const waiting = unsentText(unsent)
  if (!hasKey)
    return <Message title={message || "Open the link you were sent"} text={waiting || "It leads to the door."} />

  const send = (form: HTMLFormElement) => {
    const data = new FormData(form)
    once(async () => {
      setError("")
      await enter(String(data.get("pin")).trim(), String(data.get("name")).trim()).catch((reason: unknown) =>
        setError(failureText(reason)),
      )
    })
  }

  return (
    <main className="mx-auto w-full max-w-form p-4 pt-12">
      <Form send={send} className="grid gap-4">
        <h1>The door of {shop.name}</h1>
        {/* The room of four lines, so that the fields don't move when they come. */}
        <p role="status" className="min-h-[4lh]">
          {date && <DateLines date={date} />}
        </p>
        {waiting && <p>{waiting}</p>}
        <Field ref={pin} label="PIN" name="pin" inputMode="numeric" defaultValue={signIn?.pin} required />
        <Field
          label="Your first name"
          name="name"
          autoComplete="given-name"
          defaultValue={signIn?.name}
          maxLength={40}
          required
        />
        <p role="alert" className="font-semibold text-err empty:hidden">
          {error ?? message}
        </p>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
      </Form>
    </main>
  )
}

/** What the link is for: event, date and place, and whether it doesn't take place today. */
function DateLines({ date }: { date: LinkedDate }) {
  const { name, startTime, endTime, place } = date
  const times = [startTime, endTime].map((time) => formatTime(Date.parse(time)))
  return (
    <>
      <strong className="block [overflow-wrap:anywhere]">{name}</strong>
      {formatDay(startTime)}, {times.join(" to ")}
      <span className="block [overflow-wrap:anywhere]">{place}</span>
      <strong className="block">{describeDate(date, date.at)}</strong>
    </>
  )
}
