import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import type { Ref } from "react"
import { Navigate, useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { productDatesQuery } from "~/shop/queries/products"
import type { ProductDate, ProductDateList } from "~/common/api/types"
import { useTitle } from "~/shop/layout/Page"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { paths } from "~/shop/paths"
import { cardGrid, cardSizes, CardSkeletons, DateCard, dateKey, SeeAll } from "~/shop/shared/card/DateCard"
import { RaisedThisSeason } from "~/shop/shared/giving/RaisedThisSeason"
import { NextUp } from "~/shop/shared/nextUp/NextUp"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { useLargeScreen } from "~/common/ui/hooks/useLargeScreen"
import { LinkButton } from "~/common/ui/layout/Button"
import { latePart, room } from "~/common/ui/layout/latePart"
import { chooseCards, hasMoreDates, UPCOMING } from "./chooseCards"

const FurtherEvents = latePart(() => import("./FurtherEvents"))
const SubscribeLink = latePart(() => import("~/shop/layout/SubscribeLink"), room("min-h-tap w-64"))
const RaisedSoFar = latePart(() => import("~/shop/shared/giving/RaisedSoFar"), {
  otherwise: ({ children }) => <>{children}</>,
})

export default function HomePage() {
  useTitle("")
  const dates = useQuery(productDatesQuery())
  const upcoming = useFocusOnHash("#events")
  const hasMore = hasMoreDates(dates.data)
  const large = useLargeScreen()
  const asksForCalendar = useLocation().hash === "#scheduled"
  if (asksForCalendar && !large) return <Navigate to={paths.allDates()} replace />
  return (
    <>
      <NextUp />
      <Hero list={dates.data} isLoading={dates.isPending} />
      <UpcomingEvents dates={dates} headingRef={upcoming} />
      {/* With few events, it is in sight immediately, and would move what is below. */}
      <RaisedSoFar of={{ season: "current" }} first={!hasMore}>
        {large && (hasMore || asksForCalendar) && <FurtherEvents hasMore={hasMore} />}
        <Invitation />
      </RaisedSoFar>
    </>
  )
}

/** The welcome text and its links. On a large screen, a foil card of the next date with seats is beside it. */
function Hero({ list, isLoading }: { list: ProductDateList | undefined; isLoading: boolean }) {
  const [first] = chooseCards(list?.products ?? [], false)
  const { name, welcome } = shop()
  return (
    <section className="on-felt relative overflow-hidden" aria-labelledby="welcome">
      <div className="wrap grid items-center gap-x-12 py-6 lg:min-h-[36rem] lg:grid-cols-[minmax(0,1fr)_23rem] lg:py-12">
        <div>
          <h1 id="welcome">
            <span className="mb-1 block font-text text-md font-semibold tracking-wide lg:text-lg">Welcome to</span>{" "}
            <span className="block text-3xl">{name}</span>
          </h1>
          <p className="mt-3 max-w-[34rem] lg:mt-5 lg:text-lg">
            {welcome[0]} <span className="max-lg:hidden">{welcome[1]}</span>
          </p>
          <p className="mt-3 max-w-[34rem] font-semibold lg:mt-5 lg:text-lg">
            <RaisedThisSeason otherwise={shop().cause} />
          </p>
          <div className="mt-4 flex flex-wrap gap-2 lg:mt-8 lg:gap-3">
            {list && !first ? (
              <NextOneLink className="edge justify-center rounded-md bg-amber px-4 py-1 text-on-amber no-underline! hover:bg-amber-press" />
            ) : (
              <LinkButton to={paths.events()}>See events</LinkButton>
            )}
            <LinkButton to={paths.about()} look="onFelt">
              Our Story
            </LinkButton>
          </div>
        </div>
        <div className="hidden lg:block">
          {first && (
            <div className="foil shadow-2">
              <DateCard date={first} heading="h2" sizes={cardSizes} eager />
            </div>
          )}
          {!first && isLoading && <Skeleton className="h-[31rem] rounded-card opacity-40" />}
        </div>
      </div>
    </section>
  )
}

/** Invites visitors to sign up. Last on the page, so that nothing moves when a signed-in user is recognized. */
function Invitation() {
  const { title, text } = shop().invitation
  if (useUser() || !title) return null
  return (
    <section aria-labelledby="invitation" className="wrap pb-8 lg:pb-12">
      <div className="grid gap-4 rounded-card bg-malt p-5 lg:flex lg:items-center lg:justify-between lg:px-8">
        <div>
          <h2 id="invitation">{title}</h2>
          <p className="mt-1 max-w-measure">{text}</p>
        </div>
        <LinkButton to={paths.register()} look="secondary" className="lg:shrink-0">
          Create an Account
        </LinkButton>
      </div>
    </section>
  )
}

interface UpcomingEventsProps {
  dates: UseQueryResult<ProductDateList>
  headingRef: Ref<HTMLHeadingElement>
}

/** The next five dates, without the event that is in the hero of a large screen, and links to all of them. */
function UpcomingEvents({ dates, headingRef }: UpcomingEventsProps) {
  const large = useLargeScreen()
  const number = dates.data?.events ?? 0
  const seeAll = number > 1 ? `See all ${number} events` : "See all events"
  return (
    <section id="events" aria-labelledby="upcoming" className="wrap py-6 lg:py-12">
      <div className="mb-4 items-center justify-between lg:flex lg:min-h-tap">
        <h2 id="upcoming" ref={headingRef} tabIndex={-1} className="text-2xl">
          Upcoming events
        </h2>
        {number > 1 && (
          <Link to={paths.allDates()} className="page-link max-lg:hidden">
            {seeAll}
          </Link>
        )}
      </div>
      <Loaded query={dates} what="the events" loading={<CardSkeletons number={UPCOMING} />}>
        {({ products }) =>
          products.length === 0 ? (
            <EmptyState>No events are scheduled right now. Check back soon.</EmptyState>
          ) : (
            <Cards dates={chooseCards(products, large)} {...{ large, seeAll }} />
          )
        }
      </Loaded>
    </section>
  )
}

/** Offers the calendar of all events to those who find none. */
function NextOneLink({ className = "" }: { className?: string }) {
  return (
    <SubscribeLink path={paths.calendar()} name={shop().name} className={className}>
      Get told about the next one
    </SubscribeLink>
  )
}

function Cards({ dates, large, seeAll }: { dates: ProductDate[]; large: boolean; seeAll: string }) {
  if (dates.length === 0) return <EmptyState action={<NextOneLink />}>Nothing else is scheduled yet.</EmptyState>
  return (
    <ul className={cardGrid}>
      {dates.map((date, index) => (
        <li key={dateKey(date)}>
          <DateCard date={date} compact sizes={cardSizes} eager={index === 0 && !large} />
        </li>
      ))}
      <li className="sm:min-h-64">
        <SeeAll text={seeAll} />
      </li>
    </ul>
  )
}
