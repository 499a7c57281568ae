/** Reads QR codes from the camera. */

const PAUSE_MS = 20
const REPEAT_MS = 3000

interface Detector {
  detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]>
}

interface NativeDetector {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

type Read = (video: HTMLVideoElement) => Promise<string | null>

export async function openCamera(video: HTMLVideoElement): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  video.srcObject = stream
  await video.play()
  return stream
}

/** Calls `found` for each code that comes into view, until aborted. */
export async function watch(
  video: HTMLVideoElement,
  found: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = await makeReader()
  const isNew = ignoreRepeats()
  while (!signal.aborted) {
    const text = video.videoWidth > 0 ? await read(video).catch(() => null) : null
    if (text && !signal.aborted && isNew(text, performance.now())) found(text)
    await nextFrame(video)
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

/** The browser's own reader, if it has one for QR codes; otherwise a script that loads now. */
async function makeReader(): Promise<Read> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const formats = await Native?.getSupportedFormats().catch((): string[] => [])
  if (Native && formats?.includes("qr_code")) {
    const detector = new Native({ formats: ["qr_code"] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { readPixels } = await import("./decoder")
  return async (video) => readPixels(video)
}

/** Resolves when there is a new picture, but not immediately, so that the phone stays cool. */
async function nextFrame(video: HTMLVideoElement): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (!("requestVideoFrameCallback" in video)) return
  await Promise.race([
    new Promise((resolve) => video.requestVideoFrameCallback(resolve)),
    new Promise((resolve) => setTimeout(resolve, 500)), // the camera stopped, or the page is hidden
  ])
}
