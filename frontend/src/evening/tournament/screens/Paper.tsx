import { formatDay } from "~/common/lib/time/clubTime"
import { Fragment, type ReactNode } from "react"
import { inWords } from "~/common/tables/facts"
import { formatRank, rankPlayers } from "~/common/tables/standings"
import type { Table, Tournament } from "~/common/tables/types"
import { columnsOf, namesIn, roundTitle } from "~/evening/tables/words"
import { listPlaces, othersAt } from "../words"

export type Sheet = "pairings" | "slips" | "standings"

/** What is printed: who plays where, slips to write results on, and the standings. */
export function Paper({ tournament, printed }: { tournament: Tournament; printed: Sheet | "all" }) {
  const { rounds, points, endedAt } = tournament
  const isPlaying = rounds.length > 0 && !endedAt
  const isPrinted = (sheet: Sheet) => printed === "all" || printed === sheet
  return (
    <div className="hidden print:block">
      {!endedAt && isPrinted("pairings") && (
        <SheetOf tournament={tournament} title={isPlaying ? `Tables by name, ${roundTitle(tournament)}` : "Players"}>
          <Pairings tournament={tournament} />
        </SheetOf>
      )}
      {isPlaying && points && isPrinted("slips") && (
        <SheetOf tournament={tournament} title={`Result slips, ${roundTitle(tournament)}`}>
          <div className="grid grid-cols-2">
            {rounds.at(-1)!.tables.map((table) => (
              <Slip key={table.number} table={table} tournament={tournament} />
            ))}
          </div>
        </SheetOf>
      )}
      {rounds.length > 0 && points && isPrinted("standings") && (
        <SheetOf tournament={tournament} title={endedAt ? "Final standings" : `Standings, ${roundTitle(tournament)}`}>
          <Ranks tournament={tournament} />
        </SheetOf>
      )}
    </div>
  )
}

interface SheetProps {
  tournament: Tournament
  title: string
  children: ReactNode
}

function SheetOf({ tournament, title, children }: SheetProps) {
  return (
    <section className="not-first:break-before-page">
      <h2>{title}</h2>
      <p className="mb-3">
        {tournament.name}, {formatDay(tournament.startTime)}
      </p>
      {children}
    </section>
  )
}

function Pairings({ tournament }: { tournament: Tournament }) {
  const nameOf = namesIn(tournament)
  return (
    <ul className="columns-2 gap-8">
      {listPlaces(tournament).map(({ player, table, without, draftSeat }) => (
        <li key={player._id} className="keep-together flex items-baseline gap-3 border-b border-hair py-1">
          <span className="min-w-0 flex-1">
            <strong>{player.name}</strong>
            <span className="block text-xs">
              {table ? `against ${inWords(othersAt(table, player._id).map(nameOf))}` : without}
              {draftSeat && tournament.rounds.length === 1 && ` · ${draftSeat}`}
            </span>
          </span>
          {table && <strong className="text-lg tabular-nums">{table.number}</strong>}
        </li>
      ))}
    </ul>
  )
}

/** A slip with boxes to write in how many games each player won; of a Commander table, who won. */
function Slip({ table, tournament }: { table: Table; tournament: Tournament }) {
  const nameOf = namesIn(tournament)
  const isMatch = tournament.format !== "commander"
  const box = <div className="h-10 border border-line" />
  return (
    <div className="keep-together border border-dashed border-line p-4">
      <p className="mb-2 text-lg font-bold">
        Table {table.number}, round {tournament.rounds.length}
      </p>
      <div className="grid grid-cols-[1fr_4rem_6rem] items-center gap-x-2 gap-y-1 text-xs">
        <p>Player</p>
        <p>{isMatch ? "Games won" : "Won"}</p>
        <p>Signature</p>
        {table.players.map((id) => (
          <Fragment key={id}>
            <p className="text-md font-bold">{nameOf(id)}</p>
            {box}
            {box}
          </Fragment>
        ))}
        <p className="text-md">{isMatch ? "Drawn games" : "A draw"}</p>
        {box}
      </div>
    </div>
  )
}

function Ranks({ tournament }: { tournament: Tournament }) {
  const columns = columnsOf(tournament)
  return (
    <>
      <table className="w-full tabular-nums">
        <thead>
          <tr className="border-b border-line text-right">
            <th scope="col">Place</th>
            <th scope="col" className="px-4 text-left">
              Name
            </th>
            <th scope="col">Points</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rankPlayers(tournament).map((row) => (
            <tr key={row.player._id} className="keep-together border-b border-hair text-right">
              <td className="whitespace-nowrap">{formatRank(row)}</td>
              <th scope="row" className="px-4 text-left">
                {row.player.name}
              </th>
              <td>{row.points}</td>
              {columns.map(({ head, valueOf }) => (
                <td key={head}>{valueOf(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs">
        By our rules: points, then{" "}
        {tournament.format === "commander"
          ? "OMW (opponents' match wins), then wins"
          : "OMW (opponents' match wins), GW (game wins) and OGW (opponents' game wins)"}
        . Only confirmed results count.
      </p>
    </>
  )
}
