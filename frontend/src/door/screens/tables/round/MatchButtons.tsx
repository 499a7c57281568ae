import type { Result } from "~/tables/types"
import { scoreText } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import { isSame, ResultButton, type ResultProps } from "./ResultButton"

type Games = [number, number, number]

const USUAL: Games[] = [[2, 0, 0], [2, 1, 0], [1, 2, 0], [0, 2, 0]] // prettier-ignore
/** With drawn games, or when the time was over. */
const OTHER: Games[] = [
  [1, 1, 0], [1, 1, 1], [0, 0, 1], [0, 0, 3],
  [1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1],
  [2, 0, 1], [0, 2, 1], [2, 1, 1], [1, 2, 1],
] // prettier-ignore

/** The results of a match of two, one tap each. Those with drawn games are behind a second tap. */
export function MatchButtons({ table, counting, reported, nameOf, choose, isOpen, toggle }: ResultProps) {
  const [first = "", second = ""] = table.players.map(nameOf)
  const has = (result: Result) => reported.some((each) => isSame(each, result))
  const button = (games: Games) => (
    <ResultButton
      key={games.join()}
      counts={counting !== null && isSame(counting, { games })}
      isReported={has({ games })}
      name={`${first} ${scoreText(games)} ${second}`}
      onClick={() => choose({ games })}
    >
      {scoreText(games)}
    </ResultButton>
  )
  const rareReport = reported.map(gamesOf).find(isRare)
  const rareResult = counting && [gamesOf(counting)].find(isRare)
  const other = rareResult ? scoreText(rareResult) : "Draw"
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
