import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { flushSync } from "react-dom"
import type { Session } from "../device/database"
import { signal } from "../device/feedback"
import { keepAwake, type Shop } from "../device/page"
import type { Door, Shown } from "../protocol/door"
import { alarms, unsent } from "../protocol/log"
import { describe, describeAlarm, describeEntry } from "../protocol/words"
import { Check } from "./Check"
import { Leave } from "./Leave"
import { Recent } from "./Recent"
import { Status } from "./Status"
import { Tabs } from "./Tabs"
import { Drawer } from "./till/Drawer"
import { Sell } from "./till/Sell"
import { useKeys } from "./useKeys"
import { Verdict } from "./Verdict"

/** The three screens of a till. */
const TABS = { check: "Check in", sell: "Sell", drawer: "Drawer" } as const
type Tab = keyof typeof TABS

interface Props {
  door: Door
  session: Session
  shop: Shop
  leave: () => Promise<void>
  setShowing: (isVerdict: boolean) => void
}

/** The volunteer's screen: camera, code, names and the last entries; at a till also sales. Verdicts cover it. */
export function Scan({ door, session, shop, leave, setShowing }: Props) {
  const zone = shop.timeZone
  const state = useSyncExternalStore(door.subscribe, door.get)
  const known = useMemo(() => state.kept && { ...state, list: state.kept.list }, [state])
  const [shown, setShown] = useState<Shown | null>(null)
  const [note, setNote] = useState("")
  const [isTyping, setTyping] = useState(false)
  const [tab, setTab] = useState<Tab>("check")
  const code = useRef<HTMLInputElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLElement>(null)

  const show = useCallback(
    async (next: Promise<Shown>): Promise<Shown> => {
      const result = await next.catch((error: unknown): Shown => {
        console.error("The scan failed.", error)
        return { kind: "unsaved" }
      })
      signal(describe(result, zone).look)
      setNote("")
      setTyping(false)
      setShown(result)
      return result
    },
    [zone],
  )
  const scanned = useCallback((text: string) => void show(door.scan(text, "scan")), [door, show])
  /** Back to the screen below, unless there is another alarm. */
  const close = () => {
    flushSync(() => {
      setTyping(false)
      if (shown) setShown(null)
      else if (alarm) door.dismiss(alarm.entry.seq)
    })
    if (alarms(door.get().log).length > 0) return
    const place = code.current ?? (isCovered ? main.current : null)
    place?.focus({ preventScroll: true })
  }
  /** Somebody works below the verdict. An alarm comes back with the next verdict. */
  const workBelow = () => {
    if (!isCovered) return
    setShown(null)
    setTyping(true)
  }
  const chooseTab = (next: Tab) => {
    flushSync(() => {
      setTab(next)
      setNote("")
    })
    code.current?.focus({ preventScroll: true })
  }
  const undo = async (seq?: number) => {
    const entry = await door.undo(seq)
    if (entry === "unsaved") return void show(Promise.resolve({ kind: "unsaved" }))
    if (entry) setNote(`Undone: ${describeEntry(entry, known)}`)
    if (shown) close()
  }

  const alarm = isTyping ? undefined : alarms(state.log)[0]
  const alarmSeq = alarm?.entry.seq
  const isCovered = shown !== null || alarm !== undefined
  // The same object until something changes, so that the focus doesn't move with each new list.
  const words = useMemo(() => {
    if (shown) return describe(shown, zone)
    const row = door.get().log.find(({ entry }) => entry.seq === alarmSeq)
    return row ? describeAlarm(row, door.known(), zone) : null
  }, [shown, alarmSeq, door, zone])

  useEffect(() => {
    if (alarmSeq !== undefined) signal("caution")
  }, [alarmSeq])
  useEffect(() => setShowing(isCovered), [isCovered, setShowing])
  useEffect(keepAwake, [])
  const isListed = known !== null
  useEffect(() => {
    if (isListed && document.activeElement === document.body) code.current?.focus({ preventScroll: true })
  }, [isListed])
  useKeys({ isCovered, close, undo: () => void undo(), code, search })

  const isClosed = state.ended?.why === "closed"
  const isTill = session.role === "till"
  return (
    <>
      <div onFocusCapture={workBelow}>
        <Status name={session.night.name} state={state} known={known} zone={zone} />
        {isTill && <Tabs tabs={TABS} tab={tab} choose={chooseTab} />}
        <main ref={main} tabIndex={-1} className="mx-auto grid max-w-lg gap-4 p-4 outline-none">
          {isClosed && <p className="text-lg font-semibold">{state.ended?.message}</p>}
          {!isClosed && known && tab === "check" && <Check {...{ door, known, zone, code, search, scanned, show }} />}
          {/* Only hidden, so that what was typed stays. */}
          {isTill && !isClosed && known && (
            <div hidden={tab !== "sell"} className="grid gap-4">
              <Sell
                door={door}
                totals={known.list.night.totals}
                isOnline={state.isOnline}
                left={door.left()}
                kept={door.kept()}
                show={show}
              />
            </div>
          )}
          {isTill && (
            <div hidden={tab !== "drawer"} className="grid gap-4">
              <Drawer door={door} by={session.by} zone={zone} />
            </div>
          )}
          <p role="status" className="empty:hidden">
            {note}
          </p>
          {known && <Recent known={known} zone={zone} undo={(seq) => void undo(seq)} />}
          {(known || isClosed) && <Leave queued={unsent(state.log).length} leave={leave} />}
        </main>
      </div>
      <Verdict
        words={words}
        shown={shown}
        door={door}
        show={(next) => void show(next)}
        undo={(seq) => void undo(seq)}
        close={close}
      />
    </>
  )
}
