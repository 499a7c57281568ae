import { Page } from "~/layout/Page"

export default function HomePage() {
  return <Page title="Home" />
}
