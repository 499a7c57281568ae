import { Page } from "~/layout/Page"

export default function EventsPage() {
  return <Page title="Events" />
}
