import { counted } from "~/common/lib/text"
import { type KeyboardEvent, type Ref, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { watchCamera } from "../device/camera"
import type { Door, Shown } from "../protocol/door"
import { searchPasses } from "../protocol/search"
import type { Pass } from "../protocol/types"
import { decide, insideOf, type Known } from "../protocol/verdict"
import { describeRefusal } from "../protocol/words"
import { onReturn } from "~/common/lib/visible"
import { Button, Field, useOneAtATime } from "~/common/ui/plain"
import { Stepper } from "./controls"
import { Form } from "./Form"
import { Fold } from "~/common/ui/layout/Fold"

interface CheckProps {
  door: Door
  known: Known
  code: RefObject<HTMLInputElement | null>
  search: RefObject<HTMLInputElement | null>
  scanned: (text: string) => void
  show: (next: Promise<Shown>) => Promise<Shown>
  /** Called once the camera has a picture, or fails. */
  settle: () => void
}

/** Camera, code and names: the ways to find a ticket, and a form for guests without one. */
export function Check({ door, known, code, search, scanned, show, settle }: CheckProps) {
  const send = (form: HTMLFormElement) => {
    const field = form.elements.namedItem("code") as HTMLInputElement
    const text = field.value.trim()
    field.value = ""
    if (text) void show(door.scan(text, "typed"))
  }
  const admitGuests = async (seats: number, note: string) =>
    (await show(door.admitGuests(seats, note))).kind === "guests"
  const [isBlind, setIsBlind] = useState(false)
  const setBlind = useCallback(
    (now: boolean) => {
      setIsBlind(now)
      settle()
    },
    [settle],
  )
  const camera = <Camera key="camera" found={scanned} {...{ isBlind, setBlind }} />
  const typed = (
    <Form key="typed" send={send} className="flex items-end gap-2">
      <Field
        ref={code}
        name="code"
        label="Type the code"
        className="flex-1"
        autoCapitalize="characters"
        // USB scanners type into this field, so it has the focus. A phone's keyboard opens only on a tap.
        inputMode="none"
        onPointerDown={({ currentTarget }) => (currentTarget.inputMode = "text")}
        onBlur={({ currentTarget }) => (currentTarget.inputMode = "none")}
      />
      <Button type="submit">Check</Button>
    </Form>
  )
  const names = <Search key="names" known={known} field={search} admit={(h) => void show(door.admit(h, "search"))} />
  return (
    <>
      {/* React gives a field that moves its focus back, so that nothing of what is typed is lost. */}
      {isBlind ? [names, camera, typed] : [camera, typed, names]}
      <Guests admit={admitGuests} />
    </>
  )
}

interface CameraProps {
  found: (text: string) => void
  /** Whether there is no picture: the camera failed, and has not been opened since. */
  isBlind: boolean
  setBlind: (isBlind: boolean) => void
}

/** The camera's picture. Calls `found` for each code in it. */
function Camera({ found, isBlind, setBlind }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const stop = new AbortController()
    watchCamera(video.current!, found, setBlind, stop.signal).catch(() => {
      if (!stop.signal.aborted) setBlind(true)
    })
    return () => stop.abort()
  }, [attempt, found, setBlind])
  useEffect(() => (isBlind ? onReturn(() => setAttempt(attempt + 1)) : undefined), [isBlind, attempt])

  return (
    <div
      className={`overflow-hidden rounded-card ${isBlind ? "grid justify-items-center gap-3 bg-malt p-4 text-center" : "aspect-square max-h-[45dvh] w-full bg-felt"}`}
    >
      {isBlind && (
        <>
          <p className="font-semibold">Allow the camera, or type the code.</p>
          <Button look="secondary" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </>
      )}
      {/* Some browsers play no video that isn't on the page. */}
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className={`w-full object-cover ${isBlind ? "h-px" : "h-full"}`}
      />
    </div>
  )
}

/** Finds guests by name, for those without a code. */
function Search({ known, field, admit }: { known: Known; field: Ref<HTMLInputElement>; admit: (h: string) => void }) {
  const [text, setText] = useState("")
  const list = useRef<HTMLUListElement>(null)
  const found = searchPasses(known.list.passes, text)
  const choose = (pass: Pass) => {
    setText("")
    admit(pass.h)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") setText("")
    if (event.key !== "Enter") return
    if (found.length === 1) choose(found[0]!)
    else list.current?.querySelector("button")?.focus()
  }
  return (
    <search className="grid gap-2">
      <Field ref={field} label="Find a name" type="search" value={text} change={setText} onKeyDown={pressed} />
      <ul ref={list} className="grid gap-1">
        {found.map((pass) => (
          <li key={pass.h}>
            <button
              type="button"
              className="edge flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-paper px-3 text-left"
              onClick={() => choose(pass)}
            >
              <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{pass.name}</span>{" "}
              <span className="text-sm text-ink-2">{stateOf(pass, known)}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

function stateOf(pass: Pass, known: Known): string {
  const decision = decide(pass.h, known)
  if (decision.kind === "in") return `${insideOf(pass, known)} of ${pass.seats} in`
  return decision.kind === "double" ? "All in" : describeRefusal(decision).title
}

const MAX_GUESTS = 20

/** Lets in guests without a ticket, such as a friend of the host. */
function Guests({ admit }: { admit: (seats: number, note: string) => Promise<boolean> }) {
  const [seats, setSeats] = useState(1)
  const [note, setNote] = useState("")
  const box = useRef<HTMLDetailsElement>(null)
  const [once] = useOneAtATime()
  const letIn = async () => {
    if (!(await admit(seats, note.trim()))) return
    setSeats(1)
    setNote("")
    if (box.current) box.current.open = false
  }
  return (
    <Fold
      ref={box}
      className="rounded-md border border-line bg-paper px-3 [&>summary]:min-h-12"
      title="Guest without a ticket"
    >
      <Form send={() => once(letIn)} className="grid gap-3">
        <Stepper label="Guests" value={seats} max={MAX_GUESTS} change={setSeats} />
        <Field label="Why" required maxLength={200} value={note} change={setNote} />
        <Button type="submit">Let in {counted(seats, "guest")}</Button>
      </Form>
    </Fold>
  )
}
