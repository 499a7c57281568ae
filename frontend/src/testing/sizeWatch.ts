/**
 * jsdom measures nothing and has no ResizeObserver. In its place: whatever is watched is told to be a line of text as
 * wide as a page, since FullCalendar keeps its dates out of sight until it knows sizes.
 *
 * It stands for as long as the browser does (src/testing/setup.ts). FullCalendar makes its only observer while it is
 * loaded, for all calendars to come: loaded where there is none, or a test's own, it would never hear of sizes again.
 * So a test that wants to tell sizes itself spies on these methods, and leaves the class where it is.
 */
export class SizeWatch implements ResizeObserver {
  private readonly watched = new Set<Element>()

  constructor(readonly tell: ResizeObserverCallback) {}

  observe(target: Element): void {
    this.watched.add(target)
    setTimeout(() => {
      if (this.watched.has(target)) this.tell([entry(target)], this)
    })
  }

  unobserve(target: Element): void {
    this.watched.delete(target)
  }

  disconnect(): void {
    this.watched.clear()
  }
}

function entry(target: Element): ResizeObserverEntry {
  const size = [{ inlineSize: 1000, blockSize: 20 }]
  return {
    target,
    borderBoxSize: size,
    contentBoxSize: size,
    devicePixelContentBoxSize: size,
    contentRect: new DOMRect(0, 0, 1000, 20),
  }
}
