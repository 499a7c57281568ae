import { Link } from "~/common/ui/layout/Link"
import { Page } from "~/shop/layout/Page"
import { Questions } from "~/shop/layout/Footer"
import { paragraphs } from "~/shop/shared/paragraphs"
import { paths } from "~/shop/paths"
import { RaisedThisSeason } from "~/shop/shared/giving/RaisedThisSeason"
import { shop } from "~/shop/state/shop"
import { LinkButton } from "~/common/ui/layout/Button"

/** The club's texts from the shop's settings, and where the money goes. */
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
        <section aria-labelledby="cause">
          <h2 id="cause" className="mb-2">
            Where the money goes
          </h2>
          <p className="min-h-[3lh] sm:min-h-[2lh]">
            {shop().cause} <RaisedThisSeason />
          </p>
          <p className="flex flex-wrap gap-x-6">
            <Link to={paths.ledger()} className="page-link">
              Our ledger
            </Link>
            <Link to={paths.give()} className="page-link">
              Make a gift
            </Link>
          </p>
          <Questions className="[overflow-wrap:anywhere]" />
        </section>
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
