import clsx from "clsx"
import { type RefObject, useEffect, useId } from "react"
import type { Pass } from "~/common/api/types"
import { useSlides } from "~/common/ui/hooks/useSlides"
import { Button } from "~/common/ui/layout/Button"
import { PlaceText } from "~/common/ui/layout/PlaceText"
import { Modal } from "~/common/ui/overlays/Modal"
import { When } from "~/common/ui/time/When"
import { captionOf, type CodeSize, PassCode } from "./PassCode"

interface PassScreenProps {
  event: string
  start: string
  end: string
  place: string
  passes: readonly Pass[]
  holder: string
  at: number
  onTurn: (at: number) => void
  onClose: () => void
  /** Gets the focus if nothing on the page had it before. */
  focusAfter: RefObject<HTMLElement | null>
}

/**
 * A ticket's codes on the full screen, for the door: white in both themes, because scanners need the contrast. The
 * browser's own dialog keeps the focus in it and needs no more code, which a bad connection might not load.
 */
export function PassScreen({ event, start, end, place, onClose, focusAfter, ...slides }: PassScreenProps) {
  const title = useId()
  useAwake()
  return (
    <Modal
      open
      alone
      onDismiss={onClose}
      focusAfter={focusAfter}
      aria-labelledby={title}
      className="no-print flex flex-col gap-2 overflow-y-auto p-4 scan-colors"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="[overflow-wrap:anywhere]">
          <h2 id={title} className="text-lg">
            {event}
          </h2>
          <When start={start} end={end} className="font-semibold" />
          {place !== "Default" && (
            <p className="low:hidden">
              <PlaceText place={place} />
            </p>
          )}
        </div>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className="my-auto">
        <PassSlides label={`Codes, ${event}`} size="full" {...slides} />
      </div>
    </Modal>
  )
}

/** Keeps the screen on, where the browser can. Nothing waits for it. */
function useAwake() {
  useEffect(() => {
    const locks: Promise<WakeLockSentinel | void>[] = []
    const hold = () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      locks.push(navigator.wakeLock.request("screen").catch(() => {})) // the battery may be low
    }
    hold()
    document.addEventListener("visibilitychange", hold) // hiding the page ends a lock
    return () => {
      document.removeEventListener("visibilitychange", hold)
      for (const lock of locks) void lock.then((held) => held?.release())
    }
  }, [])
}

interface PassSlidesProps {
  /** What the codes are for. */
  label: string
  passes: readonly Pass[]
  /** Whose ticket it is. */
  holder: string
  /** Which code is shown, from 0. */
  at: number
  onTurn: (at: number) => void
  size: CodeSize
  /** The ticket's name in the address that shows its codes on the full screen. */
  opens?: string
}

/**
 * One code at a time, because a camera would read either of two. A swipe or the button shows the next one. On paper, all
 * are shown.
 */
export function PassSlides({ label, passes, holder, at, onTurn, size, opens }: PassSlidesProps) {
  const row = useSlides<HTMLUListElement>(at, onTurn)
  return (
    <div className="grid gap-2 print:block">
      <ul
        {...row}
        aria-label={label}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:flow-root print:overflow-visible"
      >
        {passes.map((pass, index) => (
          <li
            key={pass._id}
            inert={index !== at}
            className="w-full shrink-0 snap-start print:float-left print:w-1/2 print:pb-2"
          >
            <PassCode {...{ pass, size, opens }} caption={captionOf(pass, index + 1, passes.length, holder)} />
          </li>
        ))}
      </ul>
      {passes.length > 1 && (
        <div
          className={clsx(
            "no-print flex items-center gap-3",
            size === "full" && "justify-center low:absolute low:right-4 low:bottom-4",
          )}
        >
          <Button look="secondary" onClick={() => onTurn((at + 1) % passes.length)}>
            Next code
          </Button>
          <span role="status" className="sr-only">
            {at + 1} of {passes.length}
          </span>
        </div>
      )}
    </div>
  )
}
