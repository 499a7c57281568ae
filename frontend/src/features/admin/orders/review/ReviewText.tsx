import type { ReviewItem } from "~/api/queries/staff/orders"

/** What is wrong and what to do about it, and PayPal's message or the last error. */
export function ReviewText({ item }: { item: ReviewItem }) {
  return (
    <>
      <p>{item.message}</p>
      {item.problem && (
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {item.kind === "stuck" ? "Last error" : "PayPal says"}: {item.problem}
        </p>
      )}
    </>
  )
}
