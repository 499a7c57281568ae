import { type FormEvent, type KeyboardEvent, type Ref, type RefObject, useEffect, useRef, useState } from "react"
import { openCamera, watch } from "../device/camera"
import type { Door, Shown } from "../protocol/door"
import { searchPasses } from "../protocol/search"
import type { Pass } from "../protocol/types"
import { decide, insideOf, type Known } from "../protocol/verdict"
import { describeRefusal } from "../protocol/words"
import { Button, Field, Stepper, useOneAtATime } from "../ui"

interface CheckProps {
  door: Door
  known: Known
  zone: string
  code: RefObject<HTMLInputElement | null>
  search: RefObject<HTMLInputElement | null>
  scanned: (text: string) => void
  show: (next: Promise<Shown>) => Promise<Shown>
}

/** Camera, code and names: the ways to find a ticket, and a form for guests without one. */
export function Check({ door, known, zone, code, search, scanned, show }: CheckProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement
    const text = field.value.trim()
    field.value = ""
    if (text) void show(door.scan(text, "typed"))
  }
  const admitGuests = async (seats: number, note: string) =>
    (await show(door.admitGuests(seats, note))).kind === "guests"
  return (
    <>
      <Camera found={scanned} />
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field
          ref={code}
          name="code"
          label="Type the code"
          className="flex-1"
          autoComplete="off"
          autoCapitalize="characters"
          // USB scanners type into this field, so it has the focus. A phone's keyboard opens only on a tap.
          inputMode="none"
          onPointerDown={({ currentTarget }) => (currentTarget.inputMode = "text")}
          onBlur={({ currentTarget }) => (currentTarget.inputMode = "none")}
        />
        <Button type="submit">Check</Button>
      </form>
      <Search known={known} zone={zone} field={search} admit={(h) => void show(door.admit(h, "search"))} />
      <Guests admit={admitGuests} />
    </>
  )
}

/** The camera's picture. Calls `found` for each code in it. */
function Camera({ found }: { found: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const stop = new AbortController()
    let stream: MediaStream | null = null
    const end = () => stream?.getTracks().forEach((track) => track.stop())
    const run = async (element: HTMLVideoElement) => {
      stream = await openCamera(element)
      if (stop.signal.aborted) return end()
      for (const track of stream.getTracks()) track.addEventListener("ended", () => setFailed(true))
      await watch(element, found, stop.signal)
    }
    run(video.current!).catch(() => {
      if (!stop.signal.aborted) setFailed(true)
    })
    return () => {
      stop.abort()
      end()
    }
  }, [attempt, found])

  const again = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return (
    <div className="relative aspect-square max-h-[45dvh] w-full overflow-hidden rounded-card bg-felt">
      <video ref={video} muted playsInline aria-label="Camera" className="h-full w-full object-cover" />
      {hasFailed && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-malt p-4 text-center">
          <p className="font-semibold">Allow the camera, or type the code.</p>
          <Button look="secondary" onClick={again}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

interface SearchProps {
  known: Known
  zone: string
  field: Ref<HTMLInputElement>
  admit: (h: string) => void
}

/** Finds guests by name, for those without a code. */
function Search({ known, zone, field, admit }: SearchProps) {
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
      <Field
        ref={field}
        label="Find a name"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={pressed}
      />
      <ul ref={list} className="grid gap-1">
        {found.map((pass) => (
          <li key={pass.h}>
            <button
              type="button"
              className="edge flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-paper px-3 text-left"
              onClick={() => choose(pass)}
            >
              <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{pass.name}</span>{" "}
              <span className="text-sm text-ink-2">{stateOf(pass, known, zone)}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}

function stateOf(pass: Pass, known: Known, zone: string): string {
  const decision = decide(pass.h, known)
  if (decision.kind === "in") return `${insideOf(pass, known)} of ${pass.seats} in`
  return decision.kind === "double" ? "All in" : describeRefusal(decision, zone).title
}

const MAX_GUESTS = 20

/** Lets in guests without a ticket, such as a friend of the host. */
function Guests({ admit }: { admit: (seats: number, note: string) => Promise<boolean> }) {
  const [seats, setSeats] = useState(1)
  const [note, setNote] = useState("")
  const box = useRef<HTMLDetailsElement>(null)
  const once = useOneAtATime()
  const letIn = async () => {
    if (!(await admit(seats, note.trim()))) return
    setSeats(1)
    setNote("")
    if (box.current) box.current.open = false
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    once(letIn)
  }
  return (
    <details ref={box} className="rounded-md border border-line bg-paper px-3">
      <summary className="min-h-12 cursor-pointer content-center font-semibold">Guest without a ticket</summary>
      <form onSubmit={submit} className="grid gap-3 pb-3">
        <Stepper label="Guests" value={seats} max={MAX_GUESTS} change={setSeats} />
        <Field
          label="Why"
          required
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit">{seats === 1 ? "Let in 1 guest" : `Let in ${seats} guests`}</Button>
      </form>
    </details>
  )
}
