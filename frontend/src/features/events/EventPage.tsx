import { Page } from "~/layout/Page"

export default function EventPage() {
  return <Page title="Event" />
}
