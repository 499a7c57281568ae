import { useEffect, useRef, useState } from "react"
import { openCamera, watch } from "../device/camera"
import { Button } from "../ui/Button"

/** The camera's picture. Calls `found` for each code in it. */
export function Camera({ found }: { found: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const stop = new AbortController()
    let stream: MediaStream | null = null
    const end = () => stream?.getTracks().forEach((track) => track.stop())
    const run = async (element: HTMLVideoElement) => {
      stream = await openCamera(element)
      if (stop.signal.aborted) return end()
      for (const track of stream.getTracks()) track.addEventListener("ended", () => setFailed(true))
      await watch(element, found, stop.signal)
    }
    run(video.current!).catch(() => {
      if (!stop.signal.aborted) setFailed(true)
    })
    return () => {
      stop.abort()
      end()
    }
  }, [attempt, found])

  const again = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return (
    <div className="relative aspect-square max-h-[45dvh] w-full overflow-hidden rounded-card bg-felt">
      <video ref={video} muted playsInline aria-label="Camera" className="h-full w-full object-cover" />
      {hasFailed && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-malt p-4 text-center">
          <p className="font-semibold">Allow the camera, or type the code.</p>
          <Button look="secondary" onClick={again}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
