import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { Door, Shown } from "../protocol/door"
import type { Look, Words } from "../protocol/words"
import { Button, useOneAtATime } from "~/common/ui/plain"

const MAX_FEWER = 11 // buttons; larger parties are rare, and Undo is there

interface Props {
  /** Null: nothing is shown, but the alert stays, so that screen readers notice what comes. */
  words: Words | null
  shown: Shown | null
  door: Door
  show: (next: Promise<Shown>) => Promise<unknown>
  undo: (seq: number) => void
  close: () => void
}

/** The answer to a scan, full screen until a tap or the next scan. */
export function Verdict({ words, shown, door, show, undo, close }: Props) {
  const next = useRef<HTMLButtonElement>(null)
  const [once] = useOneAtATime()
  const fewer = shown?.kind === "in" ? Math.min(shown.seats - 1, MAX_FEWER) : 0
  useEffect(() => {
    if (words) next.current?.focus()
  }, [words])
  const tapped = (event: MouseEvent) => {
    if (!(event.target as Element).closest("button")) close()
  }
  return (
    // Its keyboard equivalent is the button Next.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <section aria-label="Result" className={words ? `verdict is-${words.look}` : "sr-only"} onClick={tapped}>
      {words && <Shape look={words.look} />}
      <div role="alert" className="grid max-w-full justify-items-center gap-2">
        {words && <p className="text-3xl leading-tight font-bold text-balance">{words.title}</p>}
        {words?.detail && <p className="text-xl">{words.detail}</p>}
      </div>
      {(shown?.kind === "in" || shown?.kind === "guests") && (
        <div className="flex flex-wrap items-center justify-center gap-2">
          {fewer > 0 && <span className="text-lg font-semibold">Only</span>}
          {Array.from({ length: fewer }, (_, index) => index + 1).map((seats) => (
            <Button
              key={seats}
              look="verdict"
              aria-label={`Only ${seats}`}
              onClick={() => once(() => show(door.change(shown.seq, seats)))}
            >
              {seats}
            </Button>
          ))}
          <Button look="verdict" onClick={() => undo(shown.seq)}>
            Undo
          </Button>
        </div>
      )}
      {shown?.kind === "refused" && (
        <HoldButton onHeld={() => once(() => show(door.force(shown)))}>Let in anyway (hold)</HoldButton>
      )}
      {words && (
        <button
          ref={next}
          type="button"
          className="min-h-14 w-full max-w-xs rounded-md bg-paper font-semibold text-ink"
          onClick={close}
        >
          {shown ? "Next" : "OK"}
        </button>
      )}
    </section>
  )
}

const HOLD_MS = 1000

/** A button that has to be held for a second. Screen readers, which can't hold, press twice. */
function HoldButton({ onHeld, children }: { onHeld: () => void; children: ReactNode }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHeld, setHeld] = useState(false)
  const [isArmed, setArmed] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const begin = () => {
    clearTimeout(timer.current)
    setHeld(true)
    timer.current = setTimeout(onHeld, HOLD_MS)
  }
  const end = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  const isPress = ({ key }: KeyboardEvent) => key === "Enter" || key === " "
  const beginWithKey = (event: KeyboardEvent) => {
    if (!isPress(event)) return
    event.preventDefault() // otherwise the browser clicks
    if (!event.repeat) begin()
  }
  const pressed = (detail: number) => {
    if (detail !== 0) return // a pointer, which has to hold
    if (isArmed) onHeld()
    else setArmed(true)
  }

  return (
    <Button
      look="verdict"
      className="relative touch-none overflow-hidden"
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={beginWithKey}
      onKeyUp={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => pressed(event.detail)}
    >
      <span aria-hidden className={`hold-progress ${isHeld ? "is-held" : ""}`} />
      <span className="relative">{isArmed ? "Press again to let in" : children}</span>
    </Button>
  )
}

const paths: Record<Look, { outline: string; mark: string }> = {
  go: { outline: "M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92z", mark: "M28 52l16 16 30-34" },
  caution: { outline: "M50 6 97 92H3z", mark: "M50 38v26M50 76v3" },
  stop: { outline: "M32 5h36l27 27v36L68 95H32L5 68V32z", mark: "M34 34l32 32M66 34 34 66" },
}

/** A check in a circle, a triangle or an octagon, so that nobody depends on the color. */
function Shape({ look }: { look: Look }) {
  const { outline, mark } = paths[look]
  return (
    <svg aria-hidden viewBox="0 0 100 100" className="h-40 w-40 max-w-full" fill="none" stroke="currentColor">
      <path d={outline} strokeWidth="6" strokeLinejoin="round" />
      <path d={mark} strokeWidth="10" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
