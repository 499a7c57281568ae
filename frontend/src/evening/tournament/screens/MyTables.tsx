import { type ReactNode, useRef, useState } from "react"
import { formatGames, inWords, isSame, outcomeOf, stayedAt } from "~/common/tables/facts"
import { formatRank, rankPlayers } from "~/common/tables/standings"
import type { Result, Table, Tournament } from "~/common/tables/types"
import type { ScreenProps } from "../live"
import { Button, useOneAtATime } from "~/common/ui/plain"
import { Fold } from "~/common/ui/layout/Fold"
import { namesIn } from "~/evening/tables/words"
import { formatResult, listPlaces, othersAt, type Place, sentence } from "../words"

/** Where the holder of this phone's tickets plays, and what came out there. */
export function MyTables({ tournament, known, report }: Omit<ScreenProps, "shop">) {
  const places = listPlaces(tournament).filter(({ player }) => known.codes.has(player._id))
  if (places.length === 0) return null
  return (
    <section aria-labelledby="mine" className="grid gap-3">
      <h2 id="mine" className="sr-only">
        {places.length > 1 ? "Your tables" : "Your table"}
      </h2>
      {places.map((place) => (
        <MyTable key={place.player._id} tournament={tournament} place={place} report={report} />
      ))}
      {!tournament.endedAt && (
        <p className="text-sm text-ink-2">
          Do you have to go? Tell {tournament.writer ? `${tournament.writer.name}, the scorekeeper` : "the scorekeeper"}
          .
        </p>
      )}
    </section>
  )
}

function MyTable({ tournament, place, report }: { place: Place } & Pick<ScreenProps, "tournament" | "report">) {
  const { player, table, without, draftSeat } = place
  const round = tournament.rounds.at(-1)
  const canReport = round && table && tournament.points && !tournament.endedAt
  return (
    <article className="grid gap-3 rounded-card border-3 border-f-green bg-paper p-4">
      <p className="font-semibold">{player.name}</p>
      {tournament.endedAt ? (
        <p className="font-display text-2xl leading-tight">{finalPlace(tournament, player._id)}</p>
      ) : (
        <div aria-live="polite">
          <p className="font-display text-2xl leading-tight">
            {table ? `Table ${table.number}, round ${round?.number}` : without || "Pairings appear here"}
          </p>
          {table && <Seats tournament={tournament} place={place} />}
          {round?.number === 1 && draftSeat && <p>To draft: {draftSeat}</p>}
        </div>
      )}
      {canReport && (
        <Report
          key={`${round.number} ${table.number}`}
          table={table}
          you={player._id}
          nameOf={namesIn(tournament)}
          send={(result) => report(round.number, table.number, player._id, result)}
        />
      )}
    </article>
  )
}

/** Commander's seats have an order, and the first one starts. */
function Seats({ tournament, place: { player, table } }: { tournament: Tournament; place: Place }) {
  const nameOf = namesIn(tournament)
  if (!table) return null
  if (tournament.format !== "commander") {
    return <p className="text-lg">against {inWords(othersAt(table, player._id).map(nameOf))}</p>
  }
  return (
    <ol className="list-decimal ps-6">
      {table.players.map((id, seat) => (
        <li key={id}>
          {id === player._id ? <strong>You</strong> : nameOf(id)}
          {seat === 0 && (id === player._id ? " start" : " starts")}
        </li>
      ))}
    </ol>
  )
}

function finalPlace(tournament: Tournament, id: string): string {
  const rows = tournament.points ? rankPlayers(tournament) : []
  const own = rows.find(({ player }) => player._id === id)
  return own ? `Place ${formatRank(own)} of ${rows.length}` : "Thank you for playing"
}

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

interface ReportProps {
  table: Table
  /** The seat that this phone has the ticket of. */
  you: string
  nameOf: (id: string) => string
  /** Returns why the report didn't count, or an empty text. */
  send: (result: Result) => Promise<string>
}

/** What was reported about the own table, and what this player says. */
function Report({ table, you, nameOf, send }: ReportProps) {
  const [isChanging, setChanging] = useState(false)
  const [once, isSending] = useOneAtATime()
  const [problem, setProblem] = useState("")
  const status = useRef<HTMLDivElement>(null)
  const outcome = outcomeOf(table)
  const said = table.reports.find(({ player }) => player === you)
  const hasStayed = stayedAt(table).includes(you)
  const say = (result: Result) => formatResult(result, table, nameOf, you)

  const report = (result: Result) =>
    once(async () => {
      const refused = await send(result)
      setProblem(refused)
      if (refused) return
      setChanging(false)
      status.current?.focus() // the buttons are gone
    })

  const toConfirm = outcome.state === "waiting" && !said ? outcome.result : null
  const theirs = toConfirm && table.reports.find(({ result }) => isSame(result, toConfirm))
  const isLeft = outcome.state === "left"
  const isOpen = isChanging || (!said && !toConfirm && !table.result && !isLeft)
  return (
    <div className="grid gap-3 border-t border-hair pt-3">
      <div ref={status} tabIndex={-1} role="status" className="grid gap-1 outline-none">
        {table.result && (
          <p>{sentence(`The scorekeeper entered ${say(table.result)}`)} Is it wrong? Tell the scorekeeper.</p>
        )}
        {outcome.state === "final" && !table.result && <p>{sentence(`Agreed: ${say(outcome.result)}`)}</p>}
        {isLeft && <p>{sentence(`${hasStayed ? "Nobody else stayed" : "You left"}: ${say(outcome.result)}`)}</p>}
        {said && !hasStayed && !table.result && (
          <p>{sentence(`You said ${say(said.result)}`)} You left, so the scorekeeper decides.</p>
        )}
        {outcome.state === "waiting" && said && hasStayed && (
          <p>{sentence(`You said ${say(said.result)}, waiting for ${inWords(outcome.missing.map(nameOf))}`)}</p>
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
          <Button look="primary" aria-disabled={isSending} onClick={() => report(toConfirm)}>
            Yes, {say(toConfirm)}
          </Button>
          <Button look="secondary" onClick={() => setChanging(true)}>
            No
          </Button>
        </div>
      )}
      {isOpen && <Choices table={table} you={you} nameOf={nameOf} isSending={isSending} choose={report} />}
      {problem && (
        <p role="alert" className="rounded-md bg-err-bg p-3 text-err">
          {problem}
        </p>
      )}
      {(said || isLeft) && !isChanging && !table.result && (
        <Button look="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
          {said ? "Change what you said" : "It ended otherwise"}
        </Button>
      )}
    </div>
  )
}

interface ChoicesProps extends Omit<ReportProps, "send"> {
  isSending: boolean
  choose: (result: Result) => void
}

/** What can have come out, as the player sees it. */
function Choices({ table, you, nameOf, isSending, choose }: ChoicesProps) {
  const button = (who: string, result: Result, score = "") => (
    <Button look="secondary" key={who + score} aria-disabled={isSending} onClick={() => choose(result)}>
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
      <Fold title="The time was up">
        <Options title="How did it end, with a game that wasn't finished?">{CUT_SHORT.map(match)}</Options>
      </Fold>
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
