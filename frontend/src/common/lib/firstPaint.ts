let painted: () => void

/**
 * Resolves when the first page that the app drew is on the screen. Code of what is seen later waits for it: loaded
 * earlier, it would delay what visitors see first.
 */
export const firstPaint = new Promise<void>((resolve) => {
  painted = resolve
})

/** Call when the app has rendered. Ends the wait after the next frame, or without one in a tab that nobody looks at. */
export function noteFirstRender(): void {
  requestAnimationFrame(() => setTimeout(painted))
  setTimeout(painted, 1_000)
}
