import clsx from "clsx"

/** A checkered pattern: every other row of squares is shifted. Drawn with dashes, because <pattern> needs an ID. */
const rows = (first: number, shift: number) =>
  Array.from({ length: 14 }, (_, row) => `M${shift} ${first + 10 * row}h140`).join("")
const weave = rows(-57.5, 0) + rows(-52.5, 5)

/** The back of a card, for missing images and empty lists. */
export function CardBack({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 80 112"
      preserveAspectRatio="xMidYMid slice"
      className={clsx("bg-felt-2 text-on-felt", className)}
    >
      <rect width="80" height="112" className="fill-felt" />
      <path d={weave} transform="rotate(45)" className="stroke-felt-2" strokeWidth="5" strokeDasharray="5" />
      <circle cx="40" cy="56" r="15" className="fill-felt stroke-amber" strokeWidth="2" />
      <path d="M35 52h10l-1.4 12.5h-7.2z" className="fill-amber" />
      <path d="M33.6 52.2a2.8 2.8 0 0 1 2-4.6 3.8 3.8 0 0 1 7-.8 3 3 0 0 1 3.8 5.4z" className="fill-on-felt" />
    </svg>
  )
}
