import type { ComponentProps } from "react"
import type { Result, Table } from "~/tables/types"
import { Button } from "../../../ui/Button"

export interface ResultProps {
  table: Table
  /** The scorekeeper's result, or what the players agree on. */
  counting: Result | null
  /** What players reported, as long as nothing is decided. */
  reported: readonly Result[]
  nameOf: (id: string) => string
  choose: (result: Result) => void
  /** Whether more is shown: rare results, and who has to go. */
  isOpen: boolean
  toggle: () => void
}

interface ResultButtonProps extends ComponentProps<"button"> {
  /** Whether this result counts. */
  counts: boolean
  /** Whether players reported it, and the scorekeeper has not decided. */
  isReported: boolean
  /** The result with the players' names. */
  name: string
}

/** A possible result. The one that counts is pressed; one that was reported has the color of what to tap next. */
export function ResultButton({ counts, isReported, name, ...rest }: ResultButtonProps) {
  return (
    <Button
      {...rest}
      look={isReported ? "primary" : "secondary"}
      className="min-w-0 px-0! tabular-nums aria-pressed:border-2 aria-pressed:border-ink aria-pressed:bg-malt aria-pressed:font-bold"
      aria-pressed={counts}
      aria-label={isReported ? `${name}, as reported` : name}
    />
  )
}

/** Results have one key each, so their texts can be compared. */
export const isSame = (one: Result, other: Result): boolean => JSON.stringify(one) === JSON.stringify(other)
