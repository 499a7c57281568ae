import { Page } from "~/layout/Page"

export default function CartPage() {
  return <Page title="My Cart" />
}
