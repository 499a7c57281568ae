import type { Matter } from "~/api/queries/staffOrders"

/** What is the matter and what to do about it, and PayPal's own words where it refused, or the last error. */
export function MatterText({ matter }: { matter: Matter }) {
  return (
    <>
      <p>{matter.message}</p>
      {matter.problem && (
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {matter.kind === "stuck" ? "Last error" : "PayPal says"}: {matter.problem}
        </p>
      )}
    </>
  )
}
