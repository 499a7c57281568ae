import { formatTime } from "~/common/lib/time/clubTime"
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { flushSync } from "react-dom"
import { signal } from "../device/feedback"
import { listen } from "../device/keys"
import type { Opened } from "../phone"
import { keepAwake } from "~/common/lib/visible"
import type { Shown } from "../protocol/door"
import { alarms, isAdmission, type Row, undoneIn, unsent } from "../protocol/log"
import type { Known } from "../protocol/verdict"
import { describe, describeAlarm, describeEntry } from "../protocol/words"
import { Button } from "~/common/ui/plain"
import { Check } from "./Check"
import { Leave, Status, Tabs } from "./Status"
import { Drawer } from "./Drawer"
import { PaidByPhone } from "./PaidByPhone"
import { Sell } from "./Sell"
import { Verdict } from "./Verdict"

// This file is loaded while the PIN is typed. What is used by that screen and by the tables is taken from it, too.
export { keepCode, listen } from "../device/keys"
export { Leave, Status, Tabs } from "./Status"

/** The three screens of a till. */
const TABS = { check: "Check in", sell: "Sell", drawer: "Drawer" } as const
type Tab = keyof typeof TABS

const MAX_WAIT_FOR_CAMERA_MS = 1000

interface Props extends Omit<Opened, "storage"> {
  leave: () => Promise<void>
  setShowing: (isVerdict: boolean) => void
}

/** The volunteer's screen: camera, code, names and the last entries; at a till also sales. Verdicts cover it. */
export default function Scan({ door, session, leave, setShowing }: Props) {
  const state = useSyncExternalStore(door.subscribe, door.get)
  const known = useMemo(() => state.kept && { ...state, list: state.kept.list }, [state])
  const [shown, setShown] = useState<Shown | null>(null)
  const [note, setNote] = useState("")
  const [isTyping, setTyping] = useState(false)
  const [tab, setTab] = useState<Tab>("check")
  const code = useRef<HTMLInputElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLElement>(null)

  const show = useCallback(async (next: Promise<Shown>): Promise<Shown> => {
    const result = await next.catch((error: unknown): Shown => {
      console.error("The scan failed.", error)
      return { kind: "unsaved" }
    })
    signal(describe(result).look)
    setNote("")
    setTyping(false)
    setShown(result)
    return result
  }, [])
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
    if (shown) return describe(shown)
    const row = door.get().log.find(({ entry }) => entry.seq === alarmSeq)
    return row ? describeAlarm(row, door.known()) : null
  }, [shown, alarmSeq, door])

  useEffect(() => {
    if (alarmSeq !== undefined) signal("caution")
  }, [alarmSeq])
  useEffect(() => setShowing(isCovered), [isCovered, setShowing])
  useEffect(keepAwake, [])
  const isListed = known !== null
  // Not in sight until the camera has answered, or is slow to: without one, the names are first, and nothing moves.
  const [isSettled, setSettled] = useState(false)
  const settle = useCallback(() => setSettled(true), [])
  useEffect(() => {
    if (!isListed) return
    const timer = setTimeout(settle, MAX_WAIT_FOR_CAMERA_MS)
    return () => clearTimeout(timer)
  }, [isListed, settle])
  useEffect(() => {
    if (isListed && isSettled && document.activeElement === document.body) code.current?.focus({ preventScroll: true })
  }, [isListed, isSettled])
  useKeys({ close, undo: () => void undo(), search })

  const isClosed = state.ended?.why === "closed"
  const isReady = isClosed || (isListed && isSettled)
  useEffect(() => {
    if (!isReady) return
    return listen({ home: () => code.current, scan: (text) => void show(door.scan(text, "typed")) })
  }, [isReady, door, show])
  const isTill = session.role === "till"
  return (
    <>
      <div onFocusCapture={workBelow}>
        <Status name={session.night.name} state={state} known={known} />
        {isTill && <Tabs tabs={TABS} tab={tab} choose={chooseTab} />}
        <main
          ref={main}
          tabIndex={-1}
          className={`mx-auto grid max-w-form gap-4 p-4 outline-none ${isListed && !isClosed && !isSettled ? "invisible" : ""}`}
        >
          {isClosed && <p className="text-lg font-semibold">{state.ended?.message}</p>}
          {!isClosed && known && <PaidByPhone {...{ door, known, show }} />}
          {!isClosed && known && tab === "check" && <Check {...{ door, known, code, search, scanned, show, settle }} />}
          {/* Only hidden, so that what was typed stays. */}
          {isTill && !isClosed && known && (
            <div hidden={tab !== "sell"} className="grid gap-4">
              <Sell door={door} list={known.list} isOnline={state.isOnline} show={show} />
            </div>
          )}
          {isTill && (
            <div hidden={tab !== "drawer"} className="grid gap-4">
              <Drawer door={door} isShown={tab === "drawer"} by={session.by} />
            </div>
          )}
          <p role="status" className="empty:hidden">
            {note}
          </p>
          {known && <Recent known={known} undo={(seq) => void undo(seq)} />}
          {(known || isClosed) && <Leave queued={unsent(state.log).length} leave={leave} />}
        </main>
      </div>
      <Verdict words={words} shown={shown} door={door} show={show} undo={(seq) => void undo(seq)} close={close} />
    </>
  )
}

const SHOWN = 20

/** The phone's last entries. Those that let guests in have Undo; cash is moved back by another entry. */
function Recent({ known, undo }: { known: Known; undo: (seq: number) => void }) {
  const undone = undoneIn(known.log)
  const rows = known.log
    .filter(({ entry: { kind } }) => kind !== "undo" && kind !== "fact")
    .slice(-SHOWN)
    .reverse()
  if (rows.length === 0) return null
  return (
    <section>
      <h2 id="recent" className="text-lg">
        Last entries
      </h2>
      <ul aria-labelledby="recent" className="divide-y divide-hair">
        {rows.map((row) => {
          const { seq, at } = row.entry
          const text = describeEntry(row.entry, known)
          return (
            <li key={seq} className="flex min-h-14 items-center gap-3 py-1">
              <span className="min-w-0 flex-1">
                <span className="font-semibold [overflow-wrap:anywhere]">{text}</span>
                <span className="block text-sm text-ink-2">
                  {formatTime(Date.parse(at) + known.offset)}
                  {noteOf(row, undone.has(seq))}
                </span>
              </span>
              {isAdmission(row.entry) && !undone.has(seq) && (
                <Button look="secondary" aria-label={`Undo ${text}`} onClick={() => undo(seq)}>
                  Undo
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function noteOf({ answer, conflict }: Row, isUndone: boolean): string {
  if (isUndone) return " · undone"
  if (answer === "unusable" || answer === "refused") return " · not counted"
  if (conflict) return " · conflict"
  return answer === null ? " · to be sent" : ""
}

interface Keys {
  close: () => void
  undo: () => void
  search: RefObject<HTMLInputElement | null>
}

/** F2 searches, Esc goes back, Alt+Z undoes. */
function useKeys({ close, undo, search }: Keys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey && event.code === "KeyZ") {
      event.preventDefault()
      undo()
    } else if (event.key === "F2") {
      event.preventDefault()
      search.current?.focus()
    } else if (event.key === "Escape") {
      close()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [])
}
