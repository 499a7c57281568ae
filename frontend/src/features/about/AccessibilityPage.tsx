import { Page } from "~/layout/Page"
import { Questions } from "~/layout/Questions"
import { shop } from "~/state/shop"
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
