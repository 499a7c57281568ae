/** Sends a file. Uses XMLHttpRequest, because fetch cannot report progress. */
import { ApiError, refused } from "~/common/api/client"
import type { Uploaded } from "~/common/api/types"

const PATH = "/api/upload"
/** Long enough for a large picture over a slow connection. */
const TIMEOUT_MS = 120_000

interface UploadOptions {
  /** The fraction that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** The types of pictures that the server accepts. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"]

/** Uploads a picture and returns its path. Throws an ApiError, or an AbortError if the caller aborted. */
export function uploadImage(image: File, { onProgress, signal }: UploadOptions = {}): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open("POST", PATH)
    call.withCredentials = true
    call.timeout = TIMEOUT_MS
    call.setRequestHeader("Accept", "application/json")
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    call.onload = () => {
      const data = parsed(call.responseText)
      if (call.status < 200 || call.status > 299) reject(refused(call.status, data, { method: "POST", path: PATH }))
      else if (isUploaded(data)) resolve(data)
      else reject(new ApiError("PARSING_ERROR"))
    }
    call.onerror = () => reject(new ApiError("FETCH_ERROR"))
    call.ontimeout = () => reject(new ApiError("TIMEOUT_ERROR"))
    call.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"))
    signal?.addEventListener("abort", () => call.abort(), { once: true })
    const form = new FormData()
    form.append("image", image)
    call.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function isUploaded(data: unknown): data is Uploaded {
  return typeof data === "object" && data !== null && "image" in data && typeof data.image === "string"
}
