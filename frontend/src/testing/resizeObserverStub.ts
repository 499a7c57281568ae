/**
 * Stands in for ResizeObserver, which jsdom doesn't have. Reports each observed element as a line of text as wide as a
 * page, because FullCalendar hides its dates until it knows sizes.
 *
 * src/testing/setup.ts installs it once, because FullCalendar creates its only observer when its module loads. A test
 * that reports sizes itself must spy on these methods instead of replacing the class.
 */
export class ResizeObserverStub implements ResizeObserver {
  private readonly observed = new Set<Element>()

  constructor(readonly callback: ResizeObserverCallback) {}

  observe(target: Element): void {
    this.observed.add(target)
    setTimeout(() => {
      if (this.observed.has(target)) this.callback([entry(target)], this)
    })
  }

  unobserve(target: Element): void {
    this.observed.delete(target)
  }

  disconnect(): void {
    this.observed.clear()
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
