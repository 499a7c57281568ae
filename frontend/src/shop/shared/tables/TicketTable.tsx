import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { ownSeatsQuery, tournamentQuery } from "~/shop/queries/tables"
import type { TicketSeats } from "~/common/api/types"
import type { Tournament } from "~/common/tables/types"
import { paths } from "~/shop/paths"
import { areTexts, readStored, writeStored } from "~/shop/state/storage"

const LOOK_MS = 30_000
const FOLLOW_MS = 15_000

/** Where a ticket plays, as a link to the tables. Nothing if its date has none. */
export default function TicketTable({ codes }: { codes: readonly string[] }) {
  const client = useQueryClient()
  const isOver = (id = "") => Boolean(client.getQueryData(tournamentQuery(id).queryKey)?.endedAt)
  // Also once it plays: the rest of its guests may come later.
  const { data: seats = [] } = useQuery({
    ...ownSeatsQuery(codes),
    refetchInterval: ({ state }) => (isOver(state.data?.[0]?.tables) ? false : LOOK_MS),
  })
  const id = seats[0]?.tables
  useEffect(() => {
    if (id !== undefined) storeTicketCodes(codes)
  }, [id, codes])
  const { data: tournament } = useQuery({
    ...tournamentQuery(id ?? ""),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : FOLLOW_MS),
  })
  if (!tournament) return null
  const players = playersOf(seats)
  return (
    <a
      href={paths.tables(tournament._id)}
      className="no-print edge grid gap-1 rounded-card border-3 border-f-green bg-paper p-4 text-ink no-underline"
    >
      {describePlaces(tournament, players).map(({ player, place, detail }) => (
        <span key={player}>
          <span className="block font-display text-xl leading-tight">{place}</span>
          {detail}
        </span>
      ))}
      <span className="font-semibold text-link underline">
        {tournament.endedAt ? "See the standings" : "See all tables, and report your result"}
      </span>
    </a>
  )
}

/** The ticket's players at the tables of its date, which come first: before it moved, it may have played at others. */
const playersOf = (seats: readonly TicketSeats[]) =>
  seats.filter(({ tables }) => tables === seats[0]?.tables).flatMap((each) => each.players)

/** Guests play from when they come in. The tournament's page (`src/evening/tournament`) says the same. */
const NOT_CHECKED_IN = "You aren't checked in yet: see the people at the door"

interface Place {
  player: string
  place: string
  detail: string
}

/** Says where each of these players is: a line for each, or one for all who have no table. */
function describePlaces(tournament: Tournament, players: readonly string[]): Place[] {
  const { rounds, endedAt } = tournament
  const names = new Map(tournament.players.map(({ _id, name }) => [_id, name]))
  const round = rounds.at(-1)
  if (endedAt) return [{ player: "", place: "The tournament is over", detail: "" }]
  const places = players.flatMap((player): Place[] => {
    const name = players.length > 1 ? `${names.get(player)} ` : ""
    if (player === round?.bye)
      return [{ player, place: `No opponent in round ${round.number}`, detail: `${name}has a bye` }]
    const table = round?.tables.find((each) => each.players.includes(player))
    if (!round || !table) return []
    const others = table.players.filter((other) => other !== player).map((other) => names.get(other))
    return [
      { player, place: `Table ${table.number}, round ${round.number}`, detail: `${name}against ${others.join(", ")}` },
    ]
  })
  if (places.length > 0) return places
  const place = round ? `Round ${round.number} is on` : "Pairings appear here"
  if (players.length === 0) return [{ player: "", place, detail: NOT_CHECKED_IN }]
  return [{ player: "", place, detail: round ? "This ticket has no table in it" : "" }]
}

const KEY = "ticketCodes"
const MAX_CODES = 50 // the server looks up no more at once

/**
 * Stores the codes of tickets that this browser showed while their date had tables. The page of a tournament
 * (`src/evening/tournament`) finds the own table by them.
 */
function storeTicketCodes(codes: readonly string[]): void {
  const known = readStored(KEY, areTexts) ?? []
  const added = codes.filter((code) => !known.includes(code))
  if (added.length > 0) writeStored(KEY, [...known, ...added].slice(-MAX_CODES))
}
