import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/Button"

export default function AboutPage() {
  return (
    <Page title="About Us">
      <div className="grid max-w-measure gap-8">
        <p className="text-lg">
          We are a group of card players who meet in cafes and breweries, and what we raise at the table goes to
          charity.
        </p>
        <section>
          <h2 className="mb-2">A drink in reach</h2>
          <p>
            Our tables stand where something good is on tap: coffee in the afternoon, a local beer in the evening, and
            always something without alcohol. The people behind the bar know us, and a table is kept for us.
          </p>
        </section>
        <section>
          <h2 className="mb-2">Cards on the table</h2>
          <p>
            We hold regular meetups, from casual game nights to tournaments. Bring your favourite deck, or come without
            one. Newcomers are welcome: somebody at the table will explain the rules and lend you a deck for the
            evening.
          </p>
        </section>
        <section>
          <h2 className="mb-2">Giving, every time</h2>
          <p>
            Drinks, trading cards and charitable giving belong together here. Your seat helps pay for a good cause, and
            a good evening is reason enough to come.
          </p>
        </section>
        <LinkButton to={paths.events()} className="justify-self-start">
          Find an event
        </LinkButton>
      </div>
    </Page>
  )
}
