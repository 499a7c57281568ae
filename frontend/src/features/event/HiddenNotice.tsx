import type { ProductDetail } from "~/api/types"
import { Notice } from "~/ui/feedback/Notice"

/** A notice for staff, who also see drafts and archived events. */
export default function HiddenNotice({ status }: Pick<ProductDetail, "status">) {
  return <Notice>{status === "draft" ? "Draft: visitors can't see this." : "Hidden: visitors can't see this."}</Notice>
}
