import { useEffect, useState } from "react"
import type { Component } from "~/common/jsx/jsx-runtime"

type Load<Props> = () => Promise<{ default: Component<Props> }>

const FROM_DRAWN_TO_SHOWN_MS = 100

let shown: Promise<void> | undefined
/** Resolves when the first page is on the screen. Earlier, code that loads would delay what visitors see first. */
export const pageIsShown = () => (shown ??= new Promise((resolve) => setTimeout(resolve, FROM_DRAWN_TO_SHOWN_MS)))

interface Options<Props> {
  /** Shown until it has loaded. By default, the footer is hidden, which the part may move. */
  waiting?: Component<Props>
  /** Shown if it fails to load. By default, a sentence, because the rest of the page is worth more than an error. */
  otherwise?: Component<Props>
}

/**
 * A part that its page begins without, in a chunk that loads later. After `ready`, which returns whether it has loaded, it
 * is there at once.
 */
export function latePart<Props extends object>(load: Load<Props>, options: Options<Props> = {}) {
  const { waiting = Waiting, otherwise = NotLoaded } = options
  let Part: Component<Props> | null = null
  const ready = () =>
    load().then(
      (loaded) => {
        Part = loaded.default
        return true
      },
      () => Part !== null,
    )
  function Late(props: Props) {
    const [isDone, setIsDone] = useState(false)
    useEffect(() => {
      if (!Part)
        void pageIsShown()
          .then(ready)
          .then(() => setIsDone(true))
    }, [])
    const Shown = Part ?? (isDone ? otherwise : waiting)
    return <Shown {...props} />
  }
  return Object.assign(Late, { ready })
}

/** For a part without which its page is complete. */
export const orNothing: Options<object> = { otherwise: () => null }

/** For a part above something that is seen with it: room of its size, so that nothing moves when it appears. */
export const room = (size: string): Options<object> => ({ waiting: () => <div className={size} /> })

const Waiting = () => <span hidden data-waiting />

function NotLoaded() {
  return (
    <p role="alert">
      Some of this page didn't load.{" "}
      <button type="button" className="min-h-tap text-link underline" onClick={() => location.reload()}>
        Try again
      </button>
    </p>
  )
}
