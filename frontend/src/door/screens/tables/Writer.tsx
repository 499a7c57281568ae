import { useState } from "react"
import type { Tournament } from "~/tables/types"
import { formatTime } from "../../protocol/words"
import { Button } from "../../ui/Button"

/** Who keeps these tables, if not this phone, and the button that changes it. */
export function Writer({ now, zone, take }: { now: Tournament; zone: string; take: () => Promise<string> }) {
  const [problem, setProblem] = useState("")
  const [isBusy, setBusy] = useState(false)
  if (now.endedAt) return null
  const { writer } = now
  const pressed = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(await take())
    setBusy(false)
  }
  return (
    <section aria-label="Who keeps the tables" className="grid gap-2 rounded-md border border-line bg-paper p-3">
      <p className="font-semibold">
        {writer
          ? `With ${writer.name} since ${formatTime(Date.parse(writer.since), zone)}.`
          : "Nobody keeps these tables."}
      </p>
      {writer && <p>If you take over, only this phone can enter results.</p>}
      <p role="status" className="font-semibold text-err empty:hidden">
        {problem}
      </p>
      <Button aria-disabled={isBusy} onClick={() => void pressed()}>
        {isBusy ? "Taking over…" : writer ? "Take over" : "Keep them on this phone"}
      </Button>
    </section>
  )
}
