import { type ComponentProps, useId, useState } from "react"
import { countedAt, formatGames, isSame, outcomeOf } from "~/common/tables/facts"
import type { Format, Result, Table } from "~/common/tables/types"
import { reportedAt, stateText } from "./protocol/words"
import { Button } from "~/common/ui/plain"

interface Props {
  table: Table
  format: Format
  nameOf: (id: string) => string
  /** Whether somebody left, in an earlier round before it was over. */
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
  const toggle = () => setOpen(!isOpen)
  const props = {
    table,
    counting: countedAt(table),
    reported: outcome.state === "final" ? [] : reportedAt(table),
    nameOf,
    isOpen,
    toggle,
  }
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

type Games = [number, number, number]

const USUAL: Games[] = [[2, 0, 0], [2, 1, 0], [1, 2, 0], [0, 2, 0]] // prettier-ignore
/** With drawn games, or when the time was over. */
const OTHER: Games[] = [
  [1, 1, 0], [1, 1, 1], [0, 0, 1], [0, 0, 3],
  [1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1],
  [2, 0, 1], [0, 2, 1], [2, 1, 1], [1, 2, 1],
] // prettier-ignore

/** The results of a match of two, one tap each. Those with drawn games are behind a second tap. */
function MatchButtons({ table, counting, reported, nameOf, choose, isOpen, toggle }: ResultProps) {
  const [first = "", second = ""] = table.players.map(nameOf)
  const has = (result: Result) => reported.some((each) => isSame(each, result))
  const button = (games: Games) => (
    <ResultButton
      key={games.join()}
      counts={counting !== null && isSame(counting, { games })}
      isReported={has({ games })}
      name={`${first} ${formatGames(games)} ${second}`}
      onClick={() => choose({ games })}
    >
      {formatGames(games)}
    </ResultButton>
  )
  const rareReport = reported.map(gamesOf).find(isRare)
  const rareResult = counting && [gamesOf(counting)].find(isRare)
  const other = rareResult ? formatGames(rareResult) : "Draw"
  return (
    <>
      <div className="grid grid-cols-5 gap-1.5">
        {USUAL.map(button)}
        {rareReport && !isOpen ? (
          button(rareReport)
        ) : (
          <Button
            look="secondary"
            className={`min-w-0 px-0! whitespace-nowrap tabular-nums ${rareResult ? "border-2! border-ink! bg-malt font-bold" : ""}`}
            aria-expanded={isOpen}
            aria-label={`${other}, and more for table ${table.number}`}
            onClick={toggle}
          >
            {other}
          </Button>
        )}
      </div>
      {isOpen && <div className="grid grid-cols-4 gap-1.5">{OTHER.map(button)}</div>}
    </>
  )
}

const gamesOf = (result: Result): Games | null => ("games" in result ? result.games : null)

const isRare = (games: Games | null): games is Games =>
  games !== null && !USUAL.some((usual) => usual.join() === games.join())

/** The results of a table of three to five: who won, or a draw. In the order of the seats, the first starts. */
function WinnerButtons({ table, counting, reported, nameOf, choose, isOpen, toggle }: ResultProps) {
  const button = (result: Result, text: string, name: string) => (
    <ResultButton
      key={name}
      counts={counting !== null && isSame(counting, result)}
      isReported={reported.some((each) => isSame(each, result))}
      name={name}
      onClick={() => choose(result)}
    >
      {text}
    </ResultButton>
  )
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {table.players.map((id) => button({ winner: id }, nameOf(id), `${nameOf(id)} won`))}
      {button({ draw: true }, "Draw", `Draw at table ${table.number}`)}
      <Button look="secondary" aria-expanded={isOpen} aria-label={`More for table ${table.number}`} onClick={toggle}>
        More
      </Button>
    </div>
  )
}

interface ResultProps {
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
function ResultButton({ counts, isReported, name, ...rest }: ResultButtonProps) {
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
