import { podsOf } from "~/tables/pods"
import type { Tournament } from "~/tables/types"

/** Who sits where to draft. Once the round's clock runs, it is folded. */
export function Pods({ now, nameOf }: { now: Tournament; nameOf: (id: string) => string }) {
  return (
    <details open={now.rounds[0]?.clockEndsAt === null} className="rounded-md border border-hair bg-paper px-3">
      <summary className="min-h-12 cursor-pointer content-center font-semibold">Seats to draft</summary>
      {podsOf(now).map((seats, pod) => (
        <div key={seats.join()} className="pb-3">
          <h3 className="font-bold">Pod {pod + 1}</h3>
          <ol className="list-inside list-decimal">
            {seats.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  )
}
