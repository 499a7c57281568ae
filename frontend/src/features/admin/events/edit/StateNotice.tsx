import { useWatch, type Control } from "react-hook-form"
import type { ProductDetail } from "~/api/types"
import type { EventValues } from "~/features/admin/events/edit/form/fields"
import { hasNoLength } from "~/features/admin/events/edit/form/placeholderFields"
import { Notice } from "~/ui/feedback/Notice"

interface StateNoticeProps {
  event: ProductDetail
  control: Control<EventValues>
}

/** Says who can see an unpublished event, and why a draft can't be published. */
export function StateNotice({ event, control }: StateNoticeProps) {
  const isUnfinished = useWatch({ control, compute: hasNoLength })
  if (event.status === "published") return null
  const isDraft = event.status === "draft"
  return (
    <Notice look={isDraft ? "info" : "warning"} className="mb-6">
      <p>
        {isDraft
          ? "Draft: visitors can't see this until you press Update."
          : "Hidden: visitors can't see this. Restore it to bring its dates back."}
      </p>
      {isUnfinished && event.draftReasons.map((reason) => <p key={reason}>{reason}</p>)}
    </Notice>
  )
}
