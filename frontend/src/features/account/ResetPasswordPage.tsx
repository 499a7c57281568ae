import { Page } from "~/layout/Page"

export default function ResetPasswordPage() {
  return <Page title="Set New Password" />
}
