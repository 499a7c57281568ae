import { lazy, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import { Page } from "~/layout/Page"
import { CartCheckout } from "./CartCheckout"

const LinkedCheckout = lazy(() => import("./LinkedCheckout"))

/** Checkout of the cart, or of the order or the gift in the URL. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  return (
    <Page title="Checkout">
      <Suspense>{params.size > 0 ? <LinkedCheckout params={params} /> : <CartCheckout />}</Suspense>
    </Page>
  )
}
