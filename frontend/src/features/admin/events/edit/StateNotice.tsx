import type { ProductDetail } from "~/api/types"
import { Notice } from "~/ui/Notice"

/** Who can see the event, where that is not everybody. */
export function StateNotice({ event }: { event: ProductDetail }) {
  if (event.status === "published") return null
  return (
    <Notice look={event.status === "draft" ? "info" : "warning"} className="mb-6">
      {event.status === "draft"
        ? "Draft: visitors can't see this until you press Update."
        : "Archived: visitors can't see this. Restore it to bring its dates back."}
    </Notice>
  )
}
