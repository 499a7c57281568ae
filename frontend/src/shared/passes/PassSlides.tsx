import { useLayoutEffect, useRef, useState } from "react"
import type { Pass } from "~/api/queries/seats"
import { Button } from "~/ui/layout/Button"
import PassCode from "./PassCode"

interface PassSlidesProps {
  /** What the codes are for. */
  label: string
  passes: readonly Pass[]
  large?: boolean
}

/**
 * One code at a time, because a camera would read either of two. A swipe or the button shows the next one. On paper, all
 * are shown.
 */
export function PassSlides({ label, passes, large = false }: PassSlidesProps) {
  const list = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState(0)
  const shown = Math.min(chosen, passes.length - 1) // a code may have ended
  useLayoutEffect(() => {
    if (list.current && slideAt(list.current) !== shown) list.current.scrollLeft = shown * list.current.clientWidth
  }, [shown])
  return (
    <div className="grid gap-2 print:block">
      <ul
        ref={list}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={passes.length > 1 ? 0 : undefined}
        onScroll={({ currentTarget }) => setChosen(slideAt(currentTarget))}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:flow-root print:overflow-visible"
      >
        {passes.map((pass, index) => (
          <li
            key={pass._id}
            inert={index !== shown}
            className="w-full shrink-0 snap-start print:float-left print:w-1/2 print:pb-2"
          >
            <PassCode pass={pass} large={large} />
          </li>
        ))}
      </ul>
      {passes.length > 1 && (
        <div className="no-print flex items-center gap-3">
          <Button look="secondary" onClick={() => setChosen((shown + 1) % passes.length)}>
            Next code
          </Button>
          <span role="status" className="count">
            {shown + 1} of {passes.length}
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
