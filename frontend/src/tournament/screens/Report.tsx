import { useRef, useState, type ReactNode } from "react"
import { outcomeOf } from "~/tables/facts"
import type { Result, Table } from "~/tables/types"
import { Button } from "../ui/Button"
import { formatGames, formatResult, listNames, othersAt, sentence } from "../words"

type Games = [number, number, number]
/** Games of the player, of the opponent, and drawn: a game that isn't finished in time is drawn. */
const USUAL: Games[] = [
  [2, 0, 0],
  [0, 2, 0],
  [2, 1, 0],
  [1, 2, 0],
  [1, 1, 1],
]
const CUT_SHORT: Games[] = [
  [1, 0, 1],
  [0, 1, 1],
  [0, 0, 1],
]

interface Props {
  table: Table
  /** The seat that this phone has the ticket of. */
  you: string
  nameOf: (id: string) => string
  /** Returns why the report didn't count, or an empty text. */
  send: (result: Result) => Promise<string>
}

/** What was reported about the own table, and what this player says. */
export function Report({ table, you, nameOf, send }: Props) {
  const [isChanging, setChanging] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState("")
  const status = useRef<HTMLDivElement>(null)
  const outcome = outcomeOf(table)
  const said = table.reports.find(({ player }) => player === you)
  const theirs = table.reports.find(({ player }) => player !== you)
  const say = (result: Result) => formatResult(result, table, nameOf, you)

  async function report(result: Result): Promise<void> {
    if (isSending) return
    setSending(true)
    const refused = await send(result)
    setSending(false)
    setProblem(refused)
    if (refused) return
    setChanging(false)
    status.current?.focus() // the buttons are gone
  }

  const toConfirm = outcome.state === "waiting" && !said ? outcome.result : null
  const isOpen = isChanging || (!said && !toConfirm && !table.result)
  return (
    <div className="grid gap-3 border-t border-hair pt-3">
      <div ref={status} tabIndex={-1} role="status" className="grid gap-1 outline-none">
        {table.result && (
          <p>{sentence(`The scorekeeper entered ${say(table.result)}`)} Is it wrong? Tell the scorekeeper.</p>
        )}
        {outcome.state === "final" && !table.result && <p>{sentence(`Agreed: ${say(outcome.result)}`)}</p>}
        {outcome.state === "waiting" && said && (
          <p>{sentence(`You said ${say(said.result)}, waiting for ${listNames(outcome.missing.map(nameOf))}`)}</p>
        )}
        {outcome.state === "differs" && (
          <>
            <p className="font-semibold">These don't match: tell the scorekeeper.</p>
            {table.reports.map(({ player, result }) => (
              <p key={player}>{sentence(`${player === you ? "You say" : `${nameOf(player)} says`} ${say(result)}`)}</p>
            ))}
          </>
        )}
        {toConfirm && theirs && (
          <p className="text-lg font-semibold">{sentence(`${nameOf(theirs.player)} says ${say(toConfirm)}`)} Right?</p>
        )}
      </div>
      {toConfirm && !isChanging && (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" aria-disabled={isSending} onClick={() => void report(toConfirm)}>
            Yes, {say(toConfirm)}
          </Button>
          <Button onClick={() => setChanging(true)}>No</Button>
        </div>
      )}
      {isOpen && <Choices table={table} you={you} nameOf={nameOf} isSending={isSending} choose={report} />}
      {problem && (
        <p role="alert" className="rounded-md bg-err-bg p-3 text-err">
          {problem}
        </p>
      )}
      {said && !isChanging && !table.result && (
        <Button className="justify-self-start" onClick={() => setChanging(true)}>
          Change what you said
        </Button>
      )}
    </div>
  )
}

interface ChoicesProps extends Omit<Props, "send"> {
  isSending: boolean
  choose: (result: Result) => Promise<void>
}

/** What can have come out, as the player sees it. */
function Choices({ table, you, nameOf, isSending, choose }: ChoicesProps) {
  const button = (who: string, result: Result, score = "") => (
    <Button key={who + score} aria-disabled={isSending} onClick={() => void choose(result)}>
      {who} <span className="whitespace-nowrap">{score}</span>
    </Button>
  )
  const isSecond = table.players[1] === you
  const [opponent = ""] = othersAt(table, you).map(nameOf)
  const match = ([own, other, drawn]: Games) => {
    const winner = own > other ? "You won" : own < other ? `${opponent} won` : "Draw"
    const score = formatGames([Math.max(own, other), Math.min(own, other), drawn])
    return button(winner, { games: isSecond ? [other, own, drawn] : [own, other, drawn] }, score)
  }
  if (table.players.length > 2) {
    return (
      <Options title="Who won?">
        {table.players.map((id) => button(id === you ? "You" : nameOf(id), { winner: id }))}
        {button("Nobody: a draw", { draw: true })}
      </Options>
    )
  }
  return (
    <>
      <Options title="How did it end?">{USUAL.map(match)}</Options>
      <details>
        <summary className="py-2">The time was up</summary>
        <Options title="How did it end, with a game that wasn't finished?">{CUT_SHORT.map(match)}</Options>
      </details>
    </>
  )
}

function Options({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="grid grid-cols-2 gap-2 *:last:odd:col-span-2">{children}</div>
    </fieldset>
  )
}
