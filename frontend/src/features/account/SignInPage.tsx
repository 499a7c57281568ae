import { Page } from "~/layout/Page"

export default function SignInPage() {
  return <Page title="Sign In" />
}
