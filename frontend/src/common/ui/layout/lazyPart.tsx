import { lazy, type ComponentType } from "react"

/**
 * A part of a page that loads after it. If it fails to load, a sentence stands in its place, because the rest of the page
 * is worth more than an error: at the door, a ticket's code needs nothing else.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: NotLoaded as ComponentType<Props> })))
}

function NotLoaded() {
  return <p role="alert">Some of this page didn't load. Check your connection, or reload the page.</p>
}
