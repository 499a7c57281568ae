let painted: () => void

/**
 * Resolves when the first page that the app drew is on the screen. Code of what is seen later waits for it: loaded
 * earlier, it would delay what visitors see first.
 */
export const firstPaint = new Promise<void>((resolve) => {
  painted = resolve
})

const ON_SCREEN_AFTER = 100 // ms: what browsers take from drawing a frame to showing it

/** Call when the app has rendered. Ends the wait after the next frame, or without one in a tab that nobody looks at. */
export function noteFirstRender(): void {
  requestAnimationFrame(() => setTimeout(painted, ON_SCREEN_AFTER))
  setTimeout(painted, 1_000)
}
