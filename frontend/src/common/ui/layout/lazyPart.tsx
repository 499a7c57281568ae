import { lazy, type ComponentType } from "react"

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a page that loads after it, and not before `start`. If it fails to load, a sentence stands in its place,
 * because the rest of the page is worth more than an error: at the door, a ticket's code needs nothing else.
 */
export function lazyPart<Props>(load: Load<Props>, start?: Promise<void>, otherwise: ComponentType = NotLoaded) {
  return lazy(async () => {
    await start
    return load().catch(() => ({ default: otherwise as ComponentType<Props> }))
  })
}

/** A part without which its page is complete. If it fails to load, it is left out. */
export function extraPart<Props>(load: Load<Props>, start?: Promise<void>) {
  return lazyPart(load, start, () => null)
}

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
