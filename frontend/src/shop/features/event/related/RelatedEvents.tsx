import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { type DateFilters, productDatesQuery } from "~/shop/queries/products"
import { paths } from "~/shop/paths"
import { cardGrid, cardSizes, CardSkeletons, DateCard, dateKey, nextOfEach, SeeAll } from "~/shop/shared/card/DateCard"
import { Loading } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { useNow } from "~/common/ui/time/useNow"

const MAX_EVENTS = 3
/** By the number of events: the link to all events is beside them if their row has space, otherwise below them. */
const seeAll: Record<number, { beside: string; below: string }> = {
  1: { beside: "hidden sm:grid", below: "sm:hidden" },
  2: { beside: "hidden lg:grid", below: "lg:hidden" },
  3: { beside: "hidden sm:grid lg:hidden", below: "sm:hidden lg:flex" },
}

interface RelatedProps {
  /** The ID of the page's own event. */
  excludedId: string
  category: string
  eventLocation: string
}

/** The next date with seats of a few other events: of the same category and, if these are too few, at the same place. */
export function RelatedEvents({ excludedId, category, eventLocation }: RelatedProps) {
  const alike = useOthers({ category, seats: "1" }, excludedId)
  const enough = new Set(alike.others.map(({ _id }) => _id)).size >= MAX_EVENTS
  const near = useOthers(
    { eventLocation, seats: "1" },
    excludedId,
    !alike.isPending && !enough && eventLocation !== "Default",
  )
  const events = nextOfEach([...alike.others, ...near.others], useNow()).slice(0, MAX_EVENTS)
  if (alike.isPending || near.isLoading) {
    return (
      <Loading text="Loading similar events…">
        <CardSkeletons number={MAX_EVENTS} />
      </Loading>
    )
  }
  if ((alike.isError || near.isError) && events.length === 0) return <p data-missing />
  return (
    <>
      {events.length === 0 && <p className="text-center">No similar events are scheduled.</p>}
      {events.length > 0 && (
        <ul className={cardGrid}>
          {events.map((date) => (
            <li key={dateKey(date)}>
              <DateCard date={date} compact sizes={cardSizes} />
            </li>
          ))}
          <li className={seeAll[events.length]?.beside}>
            <SeeAll />
          </li>
        </ul>
      )}
      <p className={clsx("mt-5 flex justify-center max-sm:*:w-full", seeAll[events.length]?.below)}>
        <LinkButton to={paths.allDates()} look="secondary">
          See all events
        </LinkButton>
      </p>
    </>
  )
}

function useOthers(filters: DateFilters, excludedId: string, enabled = true) {
  const found = useQuery({ ...productDatesQuery(filters), enabled, meta: { loud: false } })
  const others = (found.data?.products ?? []).filter(({ _id }) => _id !== excludedId)
  return {
    others,
    isPending: found.isPending,
    isLoading: found.isLoading,
    isError: found.isError,
  }
}
