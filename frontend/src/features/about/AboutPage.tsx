import { Page } from "~/layout/Page"
import { paragraphs } from "~/lib/text"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { LinkButton } from "~/ui/layout/Button"

/** The club's texts from the shop's settings. */
export default function AboutPage() {
  const { text, sections } = shop().about
  return (
    <Page title="About Us">
      <div className="grid max-w-measure gap-8">
        <Paragraphs text={text} className="text-lg text-balance" />
        {sections.map((section) => (
          <section key={section.title + section.text}>
            {section.title && <h2 className="mb-2">{section.title}</h2>}
            <Paragraphs text={section.text} />
          </section>
        ))}
        <LinkButton to={paths.events()} className="justify-self-start">
          Find an event
        </LinkButton>
      </div>
    </Page>
  )
}

/** A text of the shop's settings. An empty line starts a new paragraph. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return (
    <div className="grid gap-3">
      {paragraphs(text).map((paragraph) => (
        <p key={paragraph} className={className}>
          {paragraph}
        </p>
      ))}
    </div>
  )
}
