import type { ProductDate, ProductDateList } from "~/api/types"
import { DateCard, cardSizes } from "~/shared/card/DateCard"
import { NextOneLink } from "./NextOneLink"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { LinkButton } from "~/ui/layout/Button"
import { Skeleton } from "~/ui/feedback/States"

/** Three buttons fit into a row of a phone. */
const narrow = "max-lg:px-3!"

interface HeroProps {
  list: ProductDateList | undefined
  isLoading: boolean
}

/** The welcome text and its links. On a large screen, a foil card of the next event is beside it. */
export function Hero({ list, isLoading }: HeroProps) {
  const first = list?.products[0]
  const { name, tagline, welcome } = shop()
  return (
    <section className="on-felt relative overflow-hidden" aria-labelledby="welcome">
      <div className="wrap grid items-center gap-x-12 py-6 lg:min-h-[36rem] lg:grid-cols-[minmax(0,1fr)_23rem] lg:py-12">
        <div>
          <h1 id="welcome">
            <span className="mb-1 block font-text text-md font-semibold tracking-wide lg:text-lg">Welcome to</span>{" "}
            <span className="block text-3xl">{name}</span>
          </h1>
          <p className="mt-3 max-w-[34rem] lg:hidden">{tagline}</p>
          <p className="mt-5 hidden max-w-[34rem] text-lg lg:block">{welcome || tagline}</p>
          <div className="mt-4 flex flex-wrap gap-2 lg:mt-8 lg:gap-3">
            {list && !first ? (
              <NextOneLink className="edge justify-center rounded-md bg-amber px-4 py-1 text-on-amber no-underline! hover:bg-amber-press" />
            ) : (
              <>
                <LinkButton to={paths.events()} className={narrow}>
                  See events
                </LinkButton>
                <LinkButton to={paths.allDates()} look="onFelt" className={`${narrow} lg:hidden`}>
                  All dates
                </LinkButton>
              </>
            )}
            <LinkButton to={paths.about()} look="onFelt" className={narrow}>
              Our Story
            </LinkButton>
          </div>
        </div>
        <div className="hidden lg:block">
          {first && <FoilCard date={first} />}
          {!first && isLoading && <Skeleton className="h-[31rem] rounded-card opacity-40" />}
        </div>
      </div>
    </section>
  )
}

function FoilCard({ date }: { date: ProductDate }) {
  return (
    <div className="foil shadow-2">
      <DateCard date={date} heading="h2" sizes={cardSizes} eager />
    </div>
  )
}
