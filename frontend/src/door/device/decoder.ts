/** The reader for browsers without one of their own. It loads only there. */
import decodeQR, { type FinderPoints, type Image } from "qr/decode.js"
import { readTilted } from "./tilted"

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
  return readImage(context.getImageData(0, 0, canvas.width, canvas.height))
}

export function readImage(image: Image): string | null {
  let points: FinderPoints | null = null
  try {
    return decodeQR(image, { timeLimit: 40, pointsOnDetect: (found) => (points = found) })
  } catch {
    return points && readTilted(image, points) // without points, there is no code in this picture
  }
}
