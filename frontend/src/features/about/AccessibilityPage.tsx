import { Page } from "~/layout/Page"
import { shop } from "~/state/shop"
import { Paragraphs } from "./AboutPage"

/** The club's accessibility statement, and whom to ask. */
export default function AccessibilityPage() {
  const { accessibility, contactEmail } = shop()
  return (
    <Page title="Accessibility">
      <div className="grid max-w-measure gap-3">
        <Paragraphs text={accessibility} />
        {contactEmail && (
          <p>
            Write to{" "}
            <a href={`mailto:${contactEmail}`} className="[overflow-wrap:anywhere]">
              {contactEmail}
            </a>
            .
          </p>
        )}
      </div>
    </Page>
  )
}
