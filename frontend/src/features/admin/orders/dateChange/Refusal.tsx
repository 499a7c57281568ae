import { ApiError, messageOf } from "~/api/client"
import { paths } from "~/paths"
import { Notice } from "~/ui/feedback/Notice"
import { LinkButton } from "~/ui/layout/Button"

/** Why nothing was changed, with a link to what is in the way. */
export function Refusal({ error, productId }: { error: Error; productId: string }) {
  const { code, body } = error instanceof ApiError ? error : { code: "", body: null }
  return (
    <Notice look="error" role="alert">
      <p>{messageOf(error)}</p>
      {code === "payment_in_progress" && (
        <LinkButton look="quiet" className="-ml-1" to={paths.ordersOf({ product: productId })}>
          Orders of this event
        </LinkButton>
      )}
      {body?.dateChange && (
        <LinkButton look="quiet" className="-ml-1" to={paths.adminDateChange(productId, { change: body.dateChange })}>
          Its progress
        </LinkButton>
      )}
    </Notice>
  )
}
