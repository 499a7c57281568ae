import { formatTime } from "~/common/lib/time/clubTime"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { activePlayers } from "~/common/tables/facts"
import { columnsOf, namesIn } from "~/evening/tables/words"
import { formatRank, rankPlayers } from "~/common/tables/standings"
import type { Tournament } from "~/common/tables/types"
import type { Opened } from "../door/phone"
import { keepAwake, onReturn } from "~/common/lib/visible"
import { tablesNetwork } from "./network"
import { phoneClock } from "../door/protocol/ports"
import { type Log, unsent } from "../door/protocol/log"
import { factsOf } from "./protocol/again"
import { lateGuests, tournamentNow } from "./protocol/now"
import type { Enter } from "./protocol/steps"
import { openTables, type Tables as Tournaments } from "./protocol/tables"
import { describe, factText } from "./protocol/words"
import { countAll } from "../door/protocol/verdict"
import { Button, useOneAtATime } from "~/common/ui/plain"
import { Problem } from "~/evening/door/screens/controls"
import { Leave, Status, Tabs } from "../door/screens/Scan"
import { Players } from "./Players"
import { Round } from "./Round"
import { Setup } from "./Setup"

type Tab = "round" | "players" | "standings" | "log"

/** How many came in later stands on the tab, so that nothing moves under a finger. */
const tabsWith = (late: number): Record<Tab, string> => ({
  round: "Round",
  players: late > 0 ? `Players +${late}` : "Players",
  standings: "Standings",
  log: "Log",
})

interface TablesProps extends Opened {
  leave: () => Promise<void>
}

/** The scorekeeper's screens. Without a connection, all of them go on. */
export default function Tables({ door, session, storage, leave }: TablesProps) {
  const [tables, setTables] = useState<Tournaments | null>(null)
  const { device } = session
  useEffect(() => {
    const opened = openTables({ door, storage, network: tablesNetwork, clock: phoneClock, device })
    void opened.start()
    setTables(opened)
    const stopWaking = onReturn(opened.wake)
    return () => {
      stopWaking()
      opened.stop()
    }
  }, [door, storage, device])
  useEffect(keepAwake, [])
  return tables && <Screens door={door} tables={tables} session={session} leave={leave} />
}

type ScreensProps = Omit<TablesProps, "storage"> & { tables: Tournaments }

export function Screens({ door, tables, session, leave }: ScreensProps) {
  const state = useSyncExternalStore(door.subscribe, door.get)
  const { kept, isKnown } = useSyncExternalStore(tables.subscribe, tables.get)
  const known = useMemo(() => state.kept && { ...state, list: state.kept.list }, [state])
  const [tab, setTab] = useState<Tab>("round")
  const [canSave, setCanSave] = useState(true)
  const now = useMemo(() => kept && tournamentNow(kept, { ...state, known }), [kept, state, known])
  const late = useMemo(() => (kept && known && !now?.endedAt ? lateGuests(known, kept) : []), [kept, known, now])
  const count = late.reduce((sum, { seats }) => sum + seats, 0)
  const enter: Enter = async (build) => {
    const isStored = await tables.enter(build)
    setCanSave(isStored)
    return isStored
  }
  const writes = tables.isWriter() ? enter : null
  const hasToBegin = now ? writes && now.rounds.length === 0 : isKnown && known
  const players = now ? activePlayers(now).length : known ? countAll(known).inside : 0
  const closed = state.ended?.why === "closed" ? state.ended.message : ""

  return (
    <>
      {/* As wide as the tables below. */}
      <div className="lg:[&_.max-w-form]:max-w-5xl">
        <Status name={session.night.name} state={state} known={known} />
        {now && <Tabs tabs={tabsWith(count)} tab={tab} choose={setTab} />}
      </div>
      <main className="mx-auto grid w-full max-w-form content-start gap-4 p-4 lg:max-w-5xl">
        {closed && <p>{closed} You can still enter results.</p>}
        <p role="alert" className="text-lg font-semibold text-err empty:hidden">
          {canSave ? "" : "This phone couldn't save that. Try again, or take over with another phone."}
        </p>
        {!now && !isKnown && <p>Looking for the tables…</p>}
        {now && (
          <>
            {!writes && <Writer now={now} take={tables.take} />}
            <Unused tables={tables} now={now} setCanSave={setCanSave} />
          </>
        )}
        {hasToBegin && (
          <div hidden={tab !== "round"}>
            <Setup tables={tables} players={players} now={now} enter={enter} />
          </div>
        )}
        {now && tab === "round" && now.rounds.length > 0 && (
          <Round key={now.rounds.length} now={now} offset={state.offset} enter={writes} />
        )}
        {now && tab === "players" && <Players now={now} late={late} enter={writes} />}
        {now && tab === "standings" && <Standings now={now} />}
        {now && tab === "log" && <EnteredHere log={state.log} now={now} offset={state.offset} />}
        <Leave queued={unsent(state.log).length} leave={leave} />
      </main>
    </>
  )
}

/** Who keeps these tables, if not this phone, and the button that changes it. */
function Writer({ now, take }: { now: Tournament; take: () => Promise<string> }) {
  const [problem, setProblem] = useState("")
  const [once, isBusy] = useOneAtATime()
  if (now.endedAt) return null
  const { writer } = now
  return (
    <section aria-label="Who keeps the tables" className="grid gap-2 rounded-md border border-line bg-paper p-3">
      <p className="font-semibold">
        {writer ? `With ${writer.name} since ${formatTime(Date.parse(writer.since))}.` : "Nobody keeps these tables."}
      </p>
      {writer && <p>If you take over, only this phone can enter results.</p>}
      <Problem>{problem}</Problem>
      <Button aria-disabled={isBusy} onClick={() => once(async () => setProblem(await take()))}>
        {isBusy ? "Taking over…" : writer ? "Take over" : "Keep them on this phone"}
      </Button>
    </section>
  )
}

interface UnusedProps {
  tables: Tournaments
  now: Tournament
  setCanSave: (canSave: boolean) => void
}

/** What this phone entered and the shop didn't use, because another phone had taken over: nothing is dropped silently. */
function Unused({ tables, now, setCanSave }: UnusedProps) {
  const facts = tables.listUnused()
  if (facts.length === 0) return null
  const isOfResults = facts.every(({ row }) => row.entry.fact.kind === "result")
  const isOne = facts.length === 1
  const one = isOfResults ? "result was" : "entry was"
  const several = isOfResults ? "results were" : "entries were"
  const canRepeat = facts.some(({ step }) => step)
  return (
    <section aria-labelledby="unused" className="grid gap-3 rounded-md border-2 border-warn bg-warn-bg p-3">
      <h2 id="unused" className="text-lg">
        {facts.length} {isOne ? one : several} not sent: enter {isOne ? "it" : "them"} again?
      </h2>
      <p>Another phone had taken over.</p>
      <ul className="list-disc pl-5">
        {facts.map(({ row, step }) => (
          <li key={row.entry.seq}>
            {factText(row.entry.fact, namesIn(now))}
            {!step && " (no longer fits)"}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {canRepeat && (
          <Button disabled={!tables.isWriter()} onClick={() => void tables.enterAgain().then(setCanSave)}>
            Enter again
          </Button>
        )}
        <Button look="secondary" onClick={() => tables.leaveOut()}>
          Leave out
        </Button>
      </div>
      {canRepeat && !tables.isWriter() && <p>Take over first, to enter them again.</p>}
    </section>
  )
}

/** What this phone entered, the last first. A corrected result says what it was before. */
function EnteredHere({ log, now, offset }: { log: Log; now: Tournament; offset: number }) {
  const rows = [...factsOf(log, now._id)].reverse()
  return (
    <section aria-labelledby="log" className="grid gap-2">
      <h2 id="log" className="text-2xl">
        Entered on this phone
      </h2>
      {rows.length === 0 && <p>Nothing yet.</p>}
      <ol className="divide-y divide-hair">
        {rows.map((row) => (
          <li key={row.entry.seq} className="py-2">
            <span className="block font-semibold [overflow-wrap:anywhere]">{describe(row, namesIn(now))}</span>
            <span className="block text-sm text-ink-2">
              {formatTime(Date.parse(row.entry.at) + offset)}
              {stateOf(row)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stateOf({ answer, isTakenOver }: ReturnType<typeof factsOf>[number]): string {
  if (isTakenOver || answer === "unusable" || answer === "refused") return " · not used"
  return answer === null ? " · to be sent" : ""
}

/** The standings as they are now, by our rules. */
function Standings({ now }: { now: Tournament }) {
  const { points, rounds } = now
  if (!points) return <p>No points are counted.</p>
  if (rounds.length === 0) return <p>The standings begin with the first round.</p>
  const columns = columnsOf(now)
  return (
    <section aria-labelledby="standings" className="grid gap-2">
      <h2 id="standings" className="text-2xl">
        {now.endedAt ? "Final standings" : "Standings"}
      </h2>
      <div className="overflow-x-auto">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-right [&>th]:p-1 [&>th]:font-semibold">
              <th scope="col">#</th>
              <th scope="col" className="text-left">
                Name
              </th>
              <th scope="col">Points</th>
              {columns.map(({ head, title }) => (
                <th key={head} scope="col">
                  <abbr title={title}>{head}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rankPlayers(now).map((row) => (
              <tr key={row.player._id} className="border-b border-hair text-right [&>*]:p-1">
                <td>{formatRank(row)}</td>
                <th scope="row" className="text-left font-semibold [overflow-wrap:anywhere]">
                  {row.player.name}
                </th>
                <td className="font-bold">{row.points}</td>
                {columns.map(({ head, valueOf }) => (
                  <td key={head}>{valueOf(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-ink-2">By our rules. Only confirmed results count.</p>
    </section>
  )
}
