import clsx from "clsx"
import { useLayoutEffect, useRef, useState } from "react"
import { paragraphs } from "~/lib/text/paragraphs"

/** The whole description. On a phone, its first two lines and a button for the rest, so that the booking box is in sight. */
export function Description({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    if (isOpen || !box.current || typeof ResizeObserver === "undefined") return
    const { current } = box
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className="relative max-w-measure">
      <div ref={box} className={clsx("grid gap-3", !isOpen && cut)}>
        {paragraphs(text).map((part) => (
          <p key={part}>{part} </p>
        ))}
      </div>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          // Over the end of the second line. It is higher than the line, so that it can be tapped.
          className={clsx("inline-flex min-h-tap items-center lg:hidden", !isOpen && "absolute right-0 -bottom-2.25")}
        >
          <span className="bg-foam pl-1">
            {!isOpen && <span aria-hidden>… </span>}
            <span className="font-semibold text-link underline">{isOpen ? "Less" : "More"}</span>
          </span>
        </button>
      )}
    </div>
  )
}

/** Two lines, without gaps between paragraphs. */
const cut = "max-lg:block max-lg:max-h-[calc(2em*var(--lh-text))] max-lg:overflow-hidden max-lg:*:inline"
