import clsx from "clsx"
import { useId } from "react"

/** The back of a card: where a picture is missing, and beside empty places. */
export function CardBack({ className }: { className?: string }) {
  const weave = useId()
  return (
    <svg
      aria-hidden
      viewBox="0 0 80 112"
      preserveAspectRatio="xMidYMid slice"
      className={clsx("bg-felt-2 text-on-felt", className)}
    >
      <defs>
        <pattern id={weave} width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="10" height="10" className="fill-felt" />
          <rect width="5" height="5" className="fill-felt-2" />
          <rect x="5" y="5" width="5" height="5" className="fill-felt-2" />
        </pattern>
      </defs>
      <rect width="80" height="112" fill={`url(#${weave})`} />
      <circle cx="40" cy="56" r="15" className="fill-felt stroke-amber" strokeWidth="2" />
      <path d="M35 52h10l-1.4 12.5h-7.2z" className="fill-amber" />
      <path d="M33.6 52.2a2.8 2.8 0 0 1 2-4.6 3.8 3.8 0 0 1 7-.8 3 3 0 0 1 3.8 5.4z" className="fill-on-felt" />
    </svg>
  )
}
