import { Button } from "~/common/ui/layout/Button"
import { Notice } from "~/common/ui/feedback/Notice"

/** Says that the prices and seats may be outdated. */
export default function UncheckedNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice look="warning" role="status">
      <p>We couldn't check prices and seats just now.</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
