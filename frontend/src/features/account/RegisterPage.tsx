import { Page } from "~/layout/Page"

export default function RegisterPage() {
  return <Page title="Create an Account" />
}
