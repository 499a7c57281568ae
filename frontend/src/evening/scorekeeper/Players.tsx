import { counted } from "~/common/lib/text"
import { useState } from "react"
import { activePlayers, isAway, playersIn } from "~/common/tables/facts"
import type { Player, Tournament } from "~/common/tables/types"
import type { Late } from "./protocol/now"
import { type Enter, leave, setAside } from "./protocol/steps"
import { matches } from "../door/protocol/search"
import { Button, Field, useOneAtATime } from "~/common/ui/plain"
import { Form } from "~/evening/door/screens/Form"

const MAX_NAME = 40
const SEARCHED = 12 // with fewer, nobody needs to search

interface Props {
  now: Tournament
  late: readonly Late[]
  /** Null: this phone doesn't write. */
  enter: Enter | null
}

/** Who plays: late players, walk-ups, names, and who leaves or only watches. */
export function Players({ now, late, enter }: Props) {
  const [text, setText] = useState("")
  const { players } = now
  const playing = activePlayers(now).length
  const paired = new Set(now.rounds.flatMap(playersIn))
  const shown = players.filter(({ name }) => matches(name, text))
  return (
    <>
      <h2 className="text-2xl">{counted(playing, "player")}</h2>
      {enter && late.length > 0 && <LatePlayers late={late} enter={enter} />}
      {enter && !now.endedAt && (
        <NameForm
          label="Add somebody by name"
          action="Add"
          save={(name) => enter(() => [{ fact: { kind: "player", _id: newId(), name } }])}
        />
      )}
      {players.length > SEARCHED && <Field label="Find a name" type="search" value={text} change={setText} />}
      <ul className="divide-y divide-hair">
        {shown.map((player) => (
          <PlayerRow key={player._id} player={player} hasPlayed={paired.has(player._id)} enter={enter} />
        ))}
      </ul>
    </>
  )
}

/** Guests who came in after the tournament was created. */
function LatePlayers({ late, enter }: { late: readonly Late[]; enter: Enter }) {
  const [once] = useOneAtATime()
  const add = (guests: readonly Late[]) =>
    once(() =>
      enter(() =>
        guests.flatMap(({ h, seats }) =>
          Array.from({ length: seats }, () => ({ fact: { kind: "player" as const, _id: newId(), name: "", pass: h } })),
        ),
      ),
    )
  const count = late.reduce((sum, { seats }) => sum + seats, 0)
  return (
    <section aria-labelledby="late" className="grid gap-2 rounded-md border border-line bg-paper p-3">
      <h3 id="late" className="text-lg font-bold">
        Came in later
      </h3>
      <ul>
        {late.map((guest) => (
          <li key={guest.h} className="flex min-h-14 items-center gap-3">
            <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
              {guest.name}
              {guest.seats > 1 && `, ${guest.seats}`}
            </span>
            <Button look="secondary" aria-label={`Add ${guest.name}`} onClick={() => add([guest])}>
              Add
            </Button>
          </li>
        ))}
      </ul>
      {late.length > 1 && <Button onClick={() => add(late)}>Add all {count}</Button>}
    </section>
  )
}

interface NameFormProps {
  label: string
  action: string
  /** Resolves with whether it is saved. */
  save: (name: string) => Promise<boolean>
}

/** A player's name: of somebody without a ticket, or another one. */
function NameForm({ label, action, save }: NameFormProps) {
  const [text, setText] = useState("")
  const [once] = useOneAtATime()
  const send = async () => {
    if (await save(text.trim())) setText("")
  }
  return (
    <Form send={() => once(send)} className="flex items-end gap-2">
      <Field
        label={label}
        required
        pattern=".*\S.*"
        maxLength={MAX_NAME}
        className="flex-1"
        value={text}
        change={setText}
      />
      <Button type="submit" look="secondary">
        {action}
      </Button>
    </Form>
  )
}

interface RowProps {
  player: Player
  /** Otherwise it is more likely that they only watch than that they have to go. */
  hasPlayed: boolean
  enter: Enter | null
}

function PlayerRow({ player, hasPlayed, enter }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const { _id, name, aside, droppedAfter } = player
  const isHere = !isAway(player)
  const turnAside = () => void enter?.((now) => setAside(now, _id, !aside))
  const go = () => void enter?.((now) => leave(now, _id))
  const back = () => void enter?.(() => [{ fact: { kind: "undrop", player: _id } }])
  const rename = async (text: string) => {
    const isSaved = await enter!(() => [{ fact: { kind: "name", player: _id, name: text } }])
    if (isSaved) setOpen(false)
    return isSaved
  }
  const actions = [
    ...(isHere && hasPlayed ? [{ label: "Has to go", act: go }] : []),
    ...(isHere ? [{ label: "Doesn't play", act: turnAside }] : []),
    ...(aside ? [{ label: "Plays", act: turnAside }] : []),
    ...(droppedAfter !== null ? [{ label: "Is back", act: back }] : []),
  ]
  const [first, ...others] = actions
  return (
    <li className="grid gap-2 py-2">
      <div className="flex min-h-12 items-center gap-2">
        {enter ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${name}, more`}
            className="min-h-12 min-w-0 flex-1 text-left"
            onClick={() => setOpen(!isOpen)}
          >
            <Name player={player} />
          </button>
        ) : (
          <span className="min-w-0 flex-1">
            <Name player={player} />
          </span>
        )}
        {enter && first && (
          <Button look="secondary" className="px-3!" aria-label={`${name}: ${first.label}`} onClick={first.act}>
            {first.label}
          </Button>
        )}
      </div>
      {enter && isOpen && (
        <div className="grid gap-2 pb-2">
          <NameForm label={`Name instead of ${name}`} action="Save" save={rename} />
          {others.map(({ label, act }) => (
            <Button key={label} look="secondary" aria-label={`${name}: ${label}`} onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

function Name({ player }: { player: Player }) {
  const { name, aside, droppedAfter, fromRound } = player
  const isUnnamed = / \+\d+$/.test(name) || name === "Guest"
  const notes = [
    aside && "doesn't play",
    droppedAfter !== null && (droppedAfter === 0 ? "left before round 1" : `left after round ${droppedAfter}`),
    fromRound > 1 && `from round ${fromRound}`,
    isUnnamed && "no name yet",
  ].filter(Boolean)
  return (
    <>
      <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
      <span className="block text-sm text-ink-2">{notes.join(", ")}</span>
    </>
  )
}

/** 24 hexadecimal digits, by which the phone pairs the player immediately. */
const newId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 24)
