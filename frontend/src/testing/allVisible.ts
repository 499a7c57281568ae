/** An IntersectionObserver that reports every observed element as visible: `vi.stubGlobal("IntersectionObserver", AllVisible)`. */
export class AllVisible {
  constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.report([{ isIntersecting: true }])
  }
  disconnect() {}
}
