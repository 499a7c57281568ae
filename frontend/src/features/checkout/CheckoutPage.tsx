import { Page } from "~/layout/Page"

export default function CheckoutPage() {
  return <Page title="Checkout" />
}
