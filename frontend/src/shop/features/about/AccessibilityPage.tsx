import { Page } from "~/shop/layout/Page"
import { Questions } from "~/shop/layout/Footer"
import { shop } from "~/shop/state/shop"
import { Paragraphs } from "./AboutPage"

/** The club's accessibility statement, and whom to ask. */
export default function AccessibilityPage() {
  const { accessibility } = shop()
  return (
    <Page title="Accessibility">
      <div className="grid max-w-measure gap-3">
        <Paragraphs text={accessibility} />
        <Questions className="[overflow-wrap:anywhere]" />
      </div>
    </Page>
  )
}
