import { useEffect, useState } from "react"
import type { Round } from "~/tables/types"
import { clockText } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import type { Enter } from "../Tables"

interface Props {
  round: Round
  minutes: number
  /** Milliseconds that the shop's clock is ahead of the phone's. */
  offset: number
  enter: Enter | null
}

/** The time that is left of a round, by the shop's clock. */
export function Clock({ round: { number, clockEndsAt }, minutes, offset, enter }: Props) {
  const now = useNow(clockEndsAt !== null) + offset
  if (clockEndsAt === null) {
    const start = () => void enter?.(() => [{ fact: { kind: "clock", round: number, left: minutes * 60 } }])
    return (
      enter && (
        <Button look="secondary" onClick={start}>
          Start the clock: {minutes} minutes
        </Button>
      )
    )
  }
  const endsAt = Date.parse(clockEndsAt)
  const move = (by: number) => {
    const moved = new Date(endsAt + by * 60_000).toISOString()
    void enter?.(() => [{ fact: { kind: "clock", round: number, endsAt: moved } }])
  }
  return (
    <div role="group" aria-label="Clock" className="flex items-center gap-2">
      <span role="timer" className="flex-1 text-3xl font-bold tabular-nums">
        {clockText(endsAt - now)}
      </span>
      {enter && (
        <>
          <Button look="secondary" className="px-2!" aria-label="1 minute less" onClick={() => move(-1)}>
            −1
          </Button>
          <Button look="secondary" className="px-2!" aria-label="1 minute more" onClick={() => move(1)}>
            +1
          </Button>
          <Button look="secondary" className="px-2!" aria-label="5 minutes more" onClick={() => move(5)}>
            +5
          </Button>
        </>
      )}
    </div>
  )
}

/** The phone's time, every second while it is needed. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
