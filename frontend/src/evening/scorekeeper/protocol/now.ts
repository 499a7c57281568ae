/** The tournament as the phone knows it: as the shop answered last, and what the phone entered since. */
import type { Schemas } from "~/common/api/types"
import { applyEntries } from "~/evening/tables/entries"
import { bookingNameOf, nameSeats } from "~/evening/tables/names"
import type { Entry, Player, Tournament } from "~/common/tables/types"
import type { Log, Row } from "~/evening/door/protocol/log"
import type { FactDraft, Pass } from "~/evening/door/protocol/types"
import { insideOf, type Known } from "~/evening/door/protocol/verdict"

/** Which player has which ticket. */
export type Ticket = Schemas["PlayerTicket"]

/** What the phone stores about the tournament. */
export interface KeptTables {
  tournament: Tournament
  etag: string | null
  /** The phone's entries up to this number are in it. */
  upTo: number
  /** Of the phone's own lease; null: it has none. */
  generation: number | null
  tickets: Ticket[]
}

/** What a phone knows about its guests, before it has a list too. */
export type Guests = Pick<Known, "log" | "offset"> & { known: Known | null }

/** Returns the tournament as it will be once the shop has all that the phone entered. */
export function tournamentNow({ tournament, upTo }: KeptTables, { log, offset, known }: Guests): Tournament {
  return factsSince(log, tournament, upTo).reduce((now, { at, fact }): Tournament => {
    const corrected = new Date(Date.parse(at) + offset).toISOString() // the shop's clock decides
    return applyEntries(now, [{ at: corrected, ...named(fact, now.players, known?.list.passes ?? []) } as Entry])
  }, tournament)
}

/**
 * Returns the facts that the shop may not have had when it answered. One that it had after all changes nothing. After
 * a takeover it takes no more of them.
 */
function factsSince(log: Log, { _id, generation }: Tournament, upTo: number): (FactDraft & { at: string })[] {
  return log.flatMap(({ entry, answer, isTakenOver }) => {
    if (entry.kind !== "fact" || entry.tables !== _id || entry.seq <= upTo || isTakenOver) return []
    const counts = answer === null ? entry.generation >= generation : answer === "stored" || answer === "repeated"
    return counts ? [entry] : []
  })
}

/** Players who are added with a ticket have its name, as the shop will say. */
function named(fact: FactDraft["fact"], players: Player[], passes: Pass[]): FactDraft["fact"] {
  const name = fact.kind === "player" && !fact.name && passes.find(({ h }) => h === fact.pass)?.name
  return name ? { ...fact, name: nextSeatOf(name, players) } : fact
}

function nextSeatOf(name: string, players: Player[]): string {
  const others = players.filter((player) => bookingNameOf(player.name) === name).length
  return nameSeats(name, others + 1).at(-1)!
}

/** Somebody who came in later with this ticket, or some of its guests. */
export interface Late {
  h: string
  name: string
  seats: number
}

/** Returns the tickets with which more people are inside than play. */
export const lateGuests = (known: Known, kept: KeptTables): Late[] =>
  countPlayers(known, kept).flatMap(({ pass: { h, name }, inside, playing }) =>
    inside > playing ? [{ h, name, seats: inside - playing }] : [],
  )

/** How many people are inside with a ticket, and how many of them play. */
export interface PlayersOfPass {
  pass: Pass
  inside: number
  playing: number
}

export function countPlayers(known: Known, kept: KeptTables): PlayersOfPass[] {
  const tickets = ticketsNow(known, kept)
  return known.list.passes.map((pass) => ({
    pass,
    inside: insideOf(pass, known),
    playing: tickets.filter(({ h }) => h === pass.h).length,
  }))
}

/**
 * Returns what each player with a ticket chose of the questions that seat people together; null if there are none.
 * Guests take the seats of a ticket in turn.
 */
export function answersNow(known: Known, kept: KeptTables): NonNullable<Tournament["answers"]> | null {
  const { questions = [], passes } = known.list
  if (!questions.some(({ together }) => together)) return null
  const tickets = ticketsNow(known, kept)
  const chosen = passes.flatMap(({ h, answers = [] }) =>
    tickets
      .filter((ticket) => ticket.h === h)
      .map(({ player }, seat) => [
        player,
        answers.filter((_, i) => questions[i]!.together).map((bySeat) => bySeat[seat]),
      ]),
  )
  return Object.fromEntries(chosen) as NonNullable<Tournament["answers"]>
}

/** Returns who has which ticket, with those whom this phone added. */
function ticketsNow(known: Known, kept: KeptTables): Pick<Ticket, "player" | "h">[] {
  const { tournament, tickets } = kept
  const { players } = tournamentNow(kept, { ...known, known })
  // What the shop didn't use is in the log, too.
  const isNew = ({ _id }: PlayerFact["fact"]) =>
    players.some((player) => player._id === _id) && !tickets.some(({ player }) => player === _id)
  const added = known.log.flatMap(({ entry }) =>
    isPlayerOf(entry, tournament) && isNew(entry.fact) ? [{ player: entry.fact._id, h: entry.fact.pass ?? "" }] : [],
  )
  return [...tickets, ...added]
}

type PlayerFact = FactDraft & { fact: Extract<FactDraft["fact"], { kind: "player" }> }

const isPlayerOf = (entry: Row["entry"], { _id }: Tournament): entry is PlayerFact & Row["entry"] =>
  entry.kind === "fact" && entry.tables === _id && entry.fact.kind === "player"
