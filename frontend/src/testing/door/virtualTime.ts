/** Time that only the test moves. */
export class VirtualTime {
  now = Date.parse("2026-11-27T03:00:00Z")
  private timers: { at: number; fire: () => void }[] = []

  wait(ms: number): Promise<void> {
    return new Promise((fire) => this.timers.push({ at: this.now + ms, fire }))
  }

  /** Fires the timers of the next `ms` milliseconds, one after the other, with everything that follows from each. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms
    await settle()
    for (let timer = this.next(end); timer; timer = this.next(end)) {
      this.timers.splice(this.timers.indexOf(timer), 1)
      this.now = Math.max(this.now, timer.at)
      timer.fire()
      await settle()
    }
    this.now = end
  }

  private next(end: number) {
    const due = this.timers.filter((timer) => timer.at <= end)
    return due.reduce<(typeof due)[number] | null>((first, each) => (first && first.at <= each.at ? first : each), null)
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
