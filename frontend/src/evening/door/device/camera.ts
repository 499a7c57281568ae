/** Reads QR codes from the camera. */
import { onReturn } from "~/common/lib/visible"

const PAUSE_MS = 20
const REPEAT_MS = 3000
const FROZEN_MS = 3000
const SILENT_MS = 3000
const ANSWER_MS = 1500
const SECOND_LOOK_MS = 250

interface Found {
  rawValue: unknown
  format?: unknown
}

interface NativeDetector {
  new (options: { formats: string[] }): { detect: (source: CanvasImageSource) => Promise<Found[]> }
  getSupportedFormats: () => Promise<string[]>
}

type Read = (video: HTMLVideoElement) => Promise<string | null>

/**
 * Calls `found` for each code that comes into view, until aborted. Opens the camera again when its picture stops, as it
 * may while a phone is locked. Rejects if there is no camera, or no picture.
 */
export async function watchCamera(
  video: HTMLVideoElement,
  found: (text: string) => void,
  setBlind: (isBlind: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = makeReader()
  const isNew = ignoreRepeats()
  while (!signal.aborted) {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    let aliveAt = performance.now()
    let position = 0
    let hasPicture = false
    let isStuck = false
    const isOver = () => signal.aborted || stream.getTracks().some(({ readyState }) => readyState === "ended")
    /** After a lock or a call, browsers leave the picture as it was. */
    const play = async () => {
      if (document.hidden) return
      aliveAt = performance.now()
      try {
        await video.play()
        if (!isOver()) setBlind(false)
      } catch {
        isStuck = !isOver()
      }
    }
    const stopListening = onReturn(play)
    video.onpause = play
    try {
      if (!isOver()) video.srcObject = stream
      void play()
      const read = await reader
      while (!isOver() && !isStuck && performance.now() - aliveAt < FROZEN_MS) {
        const text = video.videoWidth > 0 ? await read(video).catch(() => null) : null
        if (text && !signal.aborted && isNew(text, performance.now())) found(text)
        const isNext = (await nextFrame(video)) || video.currentTime !== position
        position = video.currentTime
        hasPicture ||= isNext
        if (isNext || document.hidden) aliveAt = performance.now() // a hidden page gets no pictures
      }
      if (!signal.aborted && (isStuck || !hasPicture)) throw new Error("There is no picture.")
    } finally {
      stopListening()
      stream.getTracks().forEach((track) => track.stop())
    }
    while (document.hidden) await new Promise((resolve) => setTimeout(resolve, FROZEN_MS / 10))
  }
}

/** The same code is ignored until it was out of view for three seconds. */
export function ignoreRepeats(): (text: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (text, now) => {
    const isRepeat = now - (seen.get(text) ?? -Infinity) < REPEAT_MS
    seen.set(text, now)
    return !isRepeat
  }
}

/**
 * The browser's own reader, if it has one for QR codes; otherwise a script that loads then. While the browser's reads
 * nothing, the script looks, too. If the browser's fails, or misses what the script reads, it is not asked again.
 */
async function makeReader(): Promise<Read> {
  let native = await makeNative()
  let lookAt = performance.now() + SILENT_MS
  return async (video) => {
    const now = performance.now()
    const text = await native?.(video).catch(() => (native = null))
    if (text) lookAt = now + SILENT_MS
    if (text || (native && now < lookAt)) return text ?? null
    lookAt = now + SECOND_LOOK_MS
    const { readPixels } = await import("./decoder")
    const missed = readPixels(video)
    if (missed) native = null
    return missed
  }
}

async function makeNative(): Promise<Read | null> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (!Native) return null
  try {
    if (!(await inTime(Native.getSupportedFormats())).includes("qr_code")) return null
    const detector = new Native({ formats: ["qr_code"] })
    return async (video) => {
      const codes = (await inTime(detector.detect(video))).filter(({ format = "qr_code" }) => format === "qr_code")
      const text = codes[0]?.rawValue
      return typeof text === "string" && text ? text : null
    }
  } catch {
    return null
  }
}

/** Rejects if there is no answer in time. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([answer, new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS, new Error("Too late")))])
}

/** Resolves with true when there is a new picture, but not immediately, so that the phone stays cool. */
async function nextFrame(video: HTMLVideoElement): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (!("requestVideoFrameCallback" in video)) return false
  return Promise.race([
    new Promise<boolean>((resolve) => video.requestVideoFrameCallback(() => resolve(true))),
    new Promise<boolean>((resolve) => setTimeout(resolve, 500, false)), // the camera stopped, or the page is hidden
  ])
}
