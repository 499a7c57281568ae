import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { Session } from "../../device/database"
import { keepAwake, onReturn, type Shop } from "../../device/page"
import { tablesNetwork } from "../../device/tables"
import type { Door } from "../../protocol/door"
import { unsent } from "../../protocol/log"
import { lateGuests, tournamentNow } from "../../protocol/tables/now"
import type { Step } from "../../protocol/tables/steps"
import { openTables, type Tables as Opened, type TablesStorage } from "../../protocol/tables/tables"
import { activePlayers } from "~/tables/facts"
import type { Tournament } from "~/tables/types"
import { countAll } from "../../protocol/verdict"
import { Leave } from "../Leave"
import { Status } from "../Status"
import { Tabs } from "../Tabs"
import { EnteredHere } from "./EnteredHere"
import { Players } from "./Players"
import { Round } from "./round/Round"
import { Setup } from "./Setup"
import { Standings } from "./Standings"
import { Unused } from "./Unused"
import { Writer } from "./Writer"

type Tab = "round" | "players" | "standings" | "log"

/** How many came in later stands on the tab, so that nothing moves under a finger. */
const tabsWith = (late: number): Record<Tab, string> => ({
  round: "Round",
  players: late > 0 ? `Players +${late}` : "Players",
  standings: "Standings",
  log: "Log",
})

/** Enters what the function makes of the tournament. Resolves with false if this phone can't save. */
export type Enter = (build: (now: Tournament) => Step[]) => Promise<boolean>

interface Props {
  door: Door
  session: Session
  storage: TablesStorage
  shop: Shop
  leave: () => Promise<void>
}

const clock = { now: Date.now, wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }

/** The scorekeeper's screens. Without a connection, all of them go on. */
export default function Tables({ door, session, storage, shop, leave }: Props) {
  const [tables, setTables] = useState<Opened | null>(null)
  const { device } = session
  useEffect(() => {
    const opened = openTables({ door, storage, network: tablesNetwork, clock, device })
    void opened.start()
    setTables(opened)
    const stopWaking = onReturn(opened.wake)
    return () => {
      stopWaking()
      opened.stop()
    }
  }, [door, storage, device])
  useEffect(keepAwake, [])
  return tables && <Screens door={door} tables={tables} session={session} shop={shop} leave={leave} />
}

type ScreensProps = Omit<Props, "storage"> & { tables: Opened }

export function Screens({ door, tables, session, shop, leave }: ScreensProps) {
  const zone = shop.timeZone
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
      <div className="lg:[&_.max-w-lg]:max-w-5xl">
        <Status name={session.night.name} state={state} known={known} zone={zone} />
        {now && <Tabs tabs={tabsWith(count)} tab={tab} choose={setTab} />}
      </div>
      <main className="mx-auto grid w-full max-w-lg content-start gap-4 p-4 lg:max-w-5xl">
        {closed && <p>{closed} You can still enter results.</p>}
        <p role="alert" className="text-lg font-semibold text-err empty:hidden">
          {canSave ? "" : "This phone couldn't save that. Try again, or take over with another phone."}
        </p>
        {!now && !isKnown && <p>Looking for the tables…</p>}
        {now && (
          <>
            {!writes && <Writer now={now} zone={zone} take={tables.take} />}
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
        {now && tab === "log" && <EnteredHere log={state.log} now={now} offset={state.offset} zone={zone} />}
        <Leave queued={unsent(state.log).length} leave={leave} />
      </main>
    </>
  )
}
