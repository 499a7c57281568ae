import type { Result } from "~/tables/types"
import { Button } from "../../../ui/Button"
import { isSame, ResultButton, type ResultProps } from "./ResultButton"

/** The results of a table of three to five: who won, or a draw. In the order of the seats, the first starts. */
export function WinnerButtons({ table, counting, reported, nameOf, choose, isOpen, toggle }: ResultProps) {
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
