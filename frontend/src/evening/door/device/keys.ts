/**
 * Keys, wherever the focus is, because USB scanners type: a ticket's code is never taken for a name or an amount, and
 * presses no button. What is typed before a screen listens waits for it: from the page's first moment on (its inline
 * script, EARLY_KEYS_SCRIPT), and in the tab's storage for the next page.
 */
import { flushSync } from "react-dom"
import { readCode } from "../protocol/code"

interface Key {
  key: string
  /** The key's place, as on a US keyboard. */
  code: string
  /** Milliseconds since the page was opened. */
  at: number
}

interface Typed extends Key {
  field: HTMLInputElement | null
  /** What was in the field. */
  before: string
}

interface Listener {
  /** The field for what is typed while no field has the focus. */
  home: () => HTMLInputElement | null
  scan: (text: string) => void
}

const CODE_LENGTH = 19
const PACE_MS = 100 // from key to key; slow scanners take 50 ms, and people more
const SAME_MS = 1000 // later keys belong to another text
const KEEP_MS = 10 * 60 * 1000 // then the guest is not waiting for the answer any more
const KEPT = "door-keys"
/** A text that only a scanner types at its pace. */
const FOREIGN = /^(?=.*\d)\S{8,}$/

let listener: Listener | null = null
/** What was scanned while the PIN was asked for. */
let kept: Key[] = []
let waiting: Key[] = []
let changedAt = 0
let typed: Typed[] = []
/** Whether all of it was typed at a scanner's pace. */
let isFast = true
let lastAt = -Infinity
/** Whether the last key ended a scan: some scanners send two such keys. */
let hasEnded = false
let isStarted = false
let isPlaying = false

const isEnd = ({ key, code }: Key) => /^(Numpad)?Enter$|^Tab$/.test(code || key)
const placeOf = ({ code }: Key) => /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? ""
const textOf = (keys: Key[]) => keys.map(({ key }) => (key.length === 1 ? key : "")).join("")

window.addEventListener("keydown", hear, true)
window.addEventListener("pagehide", () => store(performance.now() - lastAt < SAME_MS ? typed : []))

/** Keeps keys for screens that don't listen yet, from now on, and those that came before. Returns a function that ends it. */
export function startKeys(): () => void {
  isStarted = true
  try {
    const found = sessionStorage.getItem(KEPT)
    if (found) ({ waiting, changedAt } = JSON.parse(found) as { waiting: Key[]; changedAt: number })
  } catch {
    // The browser stores nothing.
  }
  const { earlyKeys = [], hearEarly } = globalThis as { earlyKeys?: KeyboardEvent[]; hearEarly?: EventListener }
  if (hearEarly) window.removeEventListener("keydown", hearEarly, true)
  earlyKeys.splice(0).forEach(hear)
  return () => {
    isStarted = false
  }
}

if ("earlyKeys" in globalThis) startKeys()

/** Lets a screen have the keys, first those that wait. Returns a function that ends it. */
export function listen(to: Listener): () => void {
  listener = to
  waiting = Date.now() - changedAt < KEEP_MS ? [...kept, ...waiting] : []
  kept = []
  const timer = setTimeout(play) // when React is done with this screen
  return () => {
    clearTimeout(timer)
    if (listener === to) listener = null
  }
}

/** Keeps a ticket's code until the phone is signed in. */
export function keepCode(text: string): void {
  if (readCode(text)) keep([...kept, ...[...text, "Enter"].map((key) => ({ key, code: "", at: lastAt }))], waiting)
}

function keep(nowKept: Key[], nowWaiting: Key[]): void {
  kept = nowKept
  waiting = nowWaiting
  changedAt = Date.now()
  store([])
}

/** For the next page, also the half of a code. */
function store(half: Typed[]): void {
  const keys = [...kept, ...waiting, ...half].map(({ key, code }) => ({ key, code, at: 0 }))
  try {
    if (keys.length > 0) sessionStorage.setItem(KEPT, JSON.stringify({ waiting: keys, changedAt }))
    else sessionStorage.removeItem(KEPT)
  } catch {
    // The browser stores nothing: they wait in this page.
  }
}

function hear(event: KeyboardEvent): void {
  const { key, code, timeStamp, repeat } = event
  const isShortcut = event.ctrlKey || event.altKey || event.metaKey
  if (isPlaying || isShortcut || repeat) return
  // With a dead key or an input method, there is no character, but a place.
  if (!/^(.|Enter|Tab|F2|Dead|Process)$/.test(key)) return
  const heard = { key, code, at: timeStamp }
  if (listener && waiting.length === 0 ? !press(heard) : !wait(heard)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Returns whether the key waits for a screen. Otherwise it is for what has the focus. */
function wait(key: Key): boolean {
  const field = focusedField()
  if (!listener && (field || !isStarted)) return false
  const last = waiting.at(-1)
  const isForButton = !field && document.activeElement !== document.body && key.at - (last?.at ?? 0) > PACE_MS
  if ((isEnd(key) || key.key === " ") && (!last || isForButton)) return false
  keep(kept, [...waiting, key])
  return true
}

function play(): void {
  isPlaying = true
  try {
    for (const key of waiting) flushSync(() => press(key))
  } finally {
    isPlaying = false
    keep(kept, [])
  }
}

/** Returns whether the key was used. Otherwise it is for what has the focus. */
function press(key: Key): boolean {
  const isSoon = isPlaying || key.at - lastAt < PACE_MS
  if (!isPlaying && key.at - lastAt > SAME_MS) typed = []
  lastAt = key.at
  const field = focusedField()
  if (isEnd(key)) return end(key, field, isSoon)
  hasEnded = false
  if (key.key === "F2") return isPlaying && pressAgain(key)
  if (key.key === " " && !field && !isSoon) return false // presses a button
  const place = field ?? listener!.home()
  if (place) place.focus({ preventScroll: true })
  else if (isSoon) (document.activeElement as HTMLElement).blur() // a button, which Space would press
  isFast = typed.length === 0 || (isFast && isSoon)
  typed.push({ ...key, field: place, before: place?.value ?? "" })
  if (key.key.length > 1 || (field && !isPlaying)) return isPlaying
  if (place) {
    place.setRangeText(key.key, place.selectionStart!, place.selectionEnd!, "end")
    place.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return true
}

/** Enter or Tab: after a code, a scan. */
function end(key: Key, field: HTMLInputElement | null, isSoon: boolean): boolean {
  const keys = typed
  typed = []
  const home = listener!.home()
  const isHome = field !== null && field === home
  const last = keys.slice(-CODE_LENGTH)
  const code = readCode(textOf(last)) ?? readCode(last.map(placeOf).join(""))
  const text = textOf(keys)
  const isForeign = isFast && isSoon && FOREIGN.test(text) && (isHome || key.key === "Enter")
  const isLoose = isSoon && text !== "" && (isHome ? isPlaying : !field)
  // Some scanners on Android send keys without names, and the text past them.
  const shown = field?.value ?? ""
  const inField = isHome ? null : readCode(shown.slice(-CODE_LENGTH))
  if (code) take(last, code)
  else if (inField) take([{ field, before: shown.slice(0, -CODE_LENGTH) }], inField)
  else if (isForeign || (isLoose && !home?.value)) take(keys, text)
  else if (isLoose) home!.form!.requestSubmit()
  else if (isPlaying && field) pressAgain(key)
  else if (!hasEnded || !isSoon) return false
  hasEnded = true
  return true
}

/** Takes a scan out of the fields that its keys were typed into. */
function take(keys: Pick<Typed, "field" | "before">[], text: string): void {
  focusedField()?.blur() // ends an input method
  for (const { field, before } of [...keys].reverse()) {
    if (!field || field.value === before) continue
    // React sees a change only if it is made past its own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, before)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  listener!.scan(text)
}

function focusedField(): HTMLInputElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement && !/checkbox|radio/.test(focused.type) ? focused : null
}

function pressAgain({ key }: Key): true {
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
  return true
}
