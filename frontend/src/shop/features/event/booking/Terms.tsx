import type { ProductDetail } from "~/common/api/types"
import { formatRefundPolicy } from "~/common/lib/refundPolicy"
import { useServerNow } from "~/common/ui/time/useNow"

interface TermsProps {
  product: ProductDetail
  startTime: string
}

/** Under the button that books: "Full refund until Tue, Dec 1, 7:00 PM PST." Nothing for a free event. */
export default function Terms({ product: { price, refundPolicy }, startTime }: TermsProps) {
  const text = formatRefundPolicy(refundPolicy, { price, startTime, now: useServerNow() })
  return text && <p className="mt-2 text-sm text-ink-2">{text}</p>
}
