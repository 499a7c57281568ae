/** The reader for browsers without one of their own. It loads only there. */
import decodeQR from "qr/decode.js"

const MAX_SIDE = 960 // of the picture that is searched; larger ones take longer and are not read better

let canvas: HTMLCanvasElement | null = null

export function readPixels(video: HTMLVideoElement): string | null {
  canvas ??= document.createElement("canvas")
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight))
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (!context) return null
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: 40 })
  } catch {
    return null // no code in this picture
  }
}
