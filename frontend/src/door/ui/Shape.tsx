import type { Look } from "../protocol/words"

const paths: Record<Look, { outline: string; mark: string }> = {
  go: { outline: "M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92z", mark: "M28 52l16 16 30-34" },
  caution: { outline: "M50 6 97 92H3z", mark: "M50 38v26M50 76v3" },
  stop: { outline: "M32 5h36l27 27v36L68 95H32L5 68V32z", mark: "M34 34l32 32M66 34 34 66" },
}

/** A check in a circle, a triangle or an octagon, so that nobody depends on the color. */
export function Shape({ look }: { look: Look }) {
  const { outline, mark } = paths[look]
  return (
    <svg aria-hidden viewBox="0 0 100 100" className="h-40 w-40 max-w-full" fill="none" stroke="currentColor">
      <path d={outline} strokeWidth="6" strokeLinejoin="round" />
      <path d={mark} strokeWidth="10" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
