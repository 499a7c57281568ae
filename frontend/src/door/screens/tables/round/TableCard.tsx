import { useId, useState } from "react"
import { outcomeOf } from "~/tables/facts"
import type { Format, Result, Table } from "~/tables/types"
import { reportedAt, stateText } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import { MatchButtons } from "./MatchButtons"
import { WinnerButtons } from "./WinnerButtons"

interface Props {
  table: Table
  format: Format
  nameOf: (id: string) => string
  /** Whether somebody left before a result, so that none is needed. */
  isGone: (id: string) => boolean
  /** Null: this phone doesn't write. */
  choose: ((result: Result) => void) | null
  /** Null: the round is over. */
  leave: ((id: string) => void) | null
}

/** A table with its players and results. Its height stays the same, so that nothing moves under a finger. */
export function TableCard({ table, format, nameOf, isGone, choose, leave }: Props) {
  const [isOpen, setOpen] = useState(false)
  const heading = useId()
  const outcome = outcomeOf(table)
  const counting = outcome.state === "final" ? outcome.result : null
  const toggle = () => setOpen(!isOpen)
  const props = { table, counting, reported: counting ? [] : reportedAt(table), nameOf, isOpen, toggle }
  const Buttons = format === "commander" ? WinnerButtons : MatchButtons
  return (
    <li className="grid content-start gap-1.5 rounded-md border border-hair bg-paper p-3">
      <div className="flex gap-3">
        <h3 id={heading} className="text-lg font-bold tabular-nums">
          <span className="sr-only">Table </span>
          {table.number}
        </h3>
        <p className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
          {table.players.map((id, seat) => (
            <span key={id}>
              {seat > 0 && " – "}
              <span className={isGone(id) ? "line-through" : ""}>{nameOf(id)}</span>
              {isGone(id) ? " (left)" : format === "commander" && seat === 0 && " (starts)"}
            </span>
          ))}
        </p>
      </div>
      <p className={`text-sm ${outcome.state === "differs" ? "font-bold text-err" : "text-ink-2"}`}>
        {stateText(table, nameOf)}
      </p>
      {choose && (
        <div role="group" aria-labelledby={heading} className="grid gap-1.5">
          <Buttons
            {...props}
            choose={(result) => {
              setOpen(false)
              choose(result)
            }}
          />
          {isOpen &&
            leave &&
            table.players
              .filter((id) => !isGone(id))
              .map((id) => (
                <Button
                  key={id}
                  look="secondary"
                  onClick={() => {
                    setOpen(false)
                    leave(id)
                  }}
                >
                  {nameOf(id)} has to go
                </Button>
              ))}
        </div>
      )}
    </li>
  )
}
