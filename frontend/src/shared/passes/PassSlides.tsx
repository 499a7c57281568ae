import clsx from "clsx"
import { useLayoutEffect, useRef } from "react"
import type { Pass } from "~/api/queries/seats"
import { Button } from "~/ui/layout/Button"
import { PassCode, type CodeSize } from "./PassCode"

interface PassSlidesProps {
  /** What the codes are for. */
  label: string
  passes: readonly Pass[]
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
export function PassSlides({ label, passes, at, onTurn, size, opens }: PassSlidesProps) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (list.current && slideAt(list.current) !== at) list.current.scrollLeft = at * list.current.clientWidth
  }, [at])
  return (
    <div className="grid gap-2 print:block">
      <ul
        ref={list}
        aria-label={label}
        onScroll={({ currentTarget }) => onTurn(slideAt(currentTarget))}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:flow-root print:overflow-visible"
      >
        {passes.map((pass, index) => (
          <li
            key={pass._id}
            inert={index !== at}
            className="w-full shrink-0 snap-start print:float-left print:w-1/2 print:pb-2"
          >
            <PassCode pass={pass} size={size} opens={opens} />
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
          <span role="status" className="count">
            {at + 1} of {passes.length}
          </span>
        </div>
      )}
    </div>
  )
}

/** Returns which slide fills most of the list. */
function slideAt({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / (clientWidth || 1))
}
