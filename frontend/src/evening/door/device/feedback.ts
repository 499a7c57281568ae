/** Sound and vibration of a verdict, because volunteers look at the guest, not at the phone. */
import type { Look } from "../protocol/words"

interface Tone {
  hertz: number
  /** Start and end in seconds. */
  beeps: [number, number][]
  /** Milliseconds on, off, on … */
  vibration: number[]
}

const TONES: Record<Look, Tone> = {
  go: { hertz: 1320, beeps: [[0, 0.15]], vibration: [60] },
  caution: { hertz: 660, beeps: [[0, 0.12], [0.2, 0.32]], vibration: [60, 60, 60] }, // prettier-ignore
  stop: { hertz: 180, beeps: [[0, 0.7]], vibration: [400] },
}

let audio: AudioContext | null = null

/** Has to be called while the user presses something: browsers don't allow sound before. */
export function unlockSound(): void {
  if (!("AudioContext" in window)) return
  audio ??= new AudioContext()
  void audio.resume().catch(() => {})
}

export function signal(look: Look): void {
  const { hertz, beeps, vibration } = TONES[look]
  navigator.vibrate?.(vibration)
  if (audio?.state !== "running") return
  for (const [start, end] of beeps) beep(audio, hertz, start, end)
}

function beep(context: AudioContext, hertz: number, start: number, end: number): void {
  const oscillator = new OscillatorNode(context, { type: "square", frequency: hertz })
  const volume = new GainNode(context, { gain: 0.25 })
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(context.currentTime + start)
  oscillator.stop(context.currentTime + end)
}
