import { Page } from "~/layout/Page"

export default function ProfilePage() {
  return <Page title="Profile" />
}
