import { lazy, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import { Page } from "~/layout/Page"
import { CartCheckout } from "./CartCheckout"

const OrderCheckout = lazy(() => import("./OrderCheckout"))
const GiftCheckout = lazy(() => import("./gift/GiftCheckout"))

/** Checkout of the cart, or of the order or the gift in the URL. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  const [order, gift] = [params.get("order"), params.get("gift")]
  return (
    <Page title="Checkout">
      <Suspense>
        {order ? <OrderCheckout id={order} /> : gift ? <GiftCheckout text={gift} /> : <CartCheckout />}
      </Suspense>
    </Page>
  )
}
