import { useSearchParams } from "react-router-dom"
import { Page } from "~/layout/Page"
import { CartCheckout } from "./CartCheckout"
import { OrderCheckout } from "./OrderCheckout"

/** Pays for the cart, or for the order that the address names. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  const order = params.get("order")
  return <Page title="Checkout">{order ? <OrderCheckout id={order} /> : <CartCheckout />}</Page>
}
