import { Page } from "~/layout/Page"

export default function OrderPage() {
  return <Page title="Order" />
}
