import { useState } from "react"
import { Field } from "~/common/ui/plain"
import { fold } from "~/common/lib/fold"
import { findRepeats, inWords } from "~/common/tables/facts"
import type { Tournament } from "~/common/tables/types"
import type { ScreenProps } from "../live"
import { namesIn } from "~/evening/tables/words"
import { describeTable, listPlaces, othersAt, type Place } from "../words"

/** A list that is longer has a search. */
const LONG = 12

/** Who plays where, by name. */
export function Tables({ tournament, known }: Pick<ScreenProps, "tournament" | "known">) {
  const [text, setText] = useState("")
  const all = listPlaces(tournament)
  const places = all.filter(({ player }) => fold(player.name).includes(fold(text.trim())))
  const nameOf = namesIn(tournament)
  const number = tournament.rounds.at(-1)?.number
  return (
    <section aria-labelledby="tables" className="grid gap-3">
      <h2 id="tables">{number ? "Tables by name" : `${all.length} players`}</h2>
      {!number && <p>Pairings appear here. This page updates by itself.</p>}
      {all.length > LONG && (
        <search>
          <Field label="Find a name" type="search" value={text} change={setText} />
        </search>
      )}
      <ul className="divide-y divide-hair panel">
        {places.map((place) => (
          <li key={place.player._id} className="flex items-baseline gap-3 px-3 py-2">
            <Row place={place} isOwn={known.codes.has(place.player._id)} nameOf={nameOf} isDrafting={number === 1} />
          </li>
        ))}
      </ul>
      <p role="status" className="empty:hidden">
        {places.length === 0 && "Nobody has this name. Ask the scorekeeper."}
      </p>
      <Repeats tournament={tournament} />
    </section>
  )
}

interface RowProps {
  place: Place
  isOwn: boolean
  nameOf: (id: string) => string
  isDrafting: boolean
}

function Row({ place: { player, table, without, draftSeat }, isOwn, nameOf, isDrafting }: RowProps) {
  const result = table && describeTable(table, nameOf)
  return (
    <>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          {player.name}
          {isOwn && " (you)"}
        </p>
        <p className="text-sm text-ink-2">
          {table ? `against ${inWords(othersAt(table, player._id).map(nameOf))}` : without}
          {result && ` · ${result}`}
        </p>
        {isDrafting && draftSeat && <p className="text-sm">{draftSeat}</p>}
      </div>
      {table && <p className="count text-lg font-bold whitespace-nowrap">Table {table.number}</p>}
    </>
  )
}

/** Pairs who meet again, which only happens if nobody else is left. */
function Repeats({ tournament }: { tournament: Tournament }) {
  const round = tournament.rounds.at(-1)
  if (!round || tournament.format === "commander") return null
  const repeats = findRepeats(round.tables, tournament.rounds.slice(0, -1))
  if (repeats.length === 0) return null
  const pairs = repeats.map((pair) => pair.map(namesIn(tournament)).join(" and "))
  return <p className="text-sm text-ink-2">Not to be avoided: {pairs.join("; ")} meet again.</p>
}
