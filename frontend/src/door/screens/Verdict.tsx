import { useEffect, useRef, type MouseEvent } from "react"
import type { Door, Shown } from "../protocol/door"
import type { Words } from "../protocol/words"
import { Button } from "../ui/Button"
import { HoldButton } from "../ui/HoldButton"
import { Shape } from "../ui/Shape"

const MAX_FEWER = 11 // buttons; larger parties are rare, and Undo is there

interface Props {
  /** Null: nothing is shown, but the alert stays, so that screen readers notice what comes. */
  words: Words | null
  shown: Shown | null
  door: Door
  show: (next: Promise<Shown>) => void
  undo: (seq: number) => void
  close: () => void
}

/** The answer to a scan, full screen until a tap or the next scan. */
export function Verdict({ words, shown, door, show, undo, close }: Props) {
  const next = useRef<HTMLButtonElement>(null)
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
      {shown?.kind === "in" && (
        <div className="flex flex-wrap items-center justify-center gap-2">
          {shown.seats > 1 && <span className="text-lg font-semibold">Only</span>}
          {Array.from({ length: Math.min(shown.seats - 1, MAX_FEWER) }, (_, index) => index + 1).map((seats) => (
            <Button
              key={seats}
              look="verdict"
              aria-label={`Only ${seats}`}
              onClick={() => show(door.change(shown.seq, seats))}
            >
              {seats}
            </Button>
          ))}
          <Button look="verdict" onClick={() => undo(shown.seq)}>
            Undo
          </Button>
        </div>
      )}
      {shown?.kind === "guests" && (
        <Button look="verdict" onClick={() => undo(shown.seq)}>
          Undo
        </Button>
      )}
      {shown?.kind === "refused" && (
        <HoldButton onHeld={() => show(door.force(shown))}>Let in anyway (hold)</HoldButton>
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
