import { useSearchParams } from "react-router-dom"
import { Page } from "~/layout/Page"
import { CartCheckout } from "./CartCheckout"
import { OrderCheckout } from "./OrderCheckout"

/** Checkout of the cart, or of the order in the URL. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  const order = params.get("order")
  return <Page title="Checkout">{order ? <OrderCheckout id={order} /> : <CartCheckout />}</Page>
}
