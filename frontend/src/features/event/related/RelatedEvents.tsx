import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { productDatesQuery, type DateFilters } from "~/api/queries/products"
import { cardGrid, cardSizes, CardSkeletons, DateCard, dateKey } from "~/shared/card/DateCard"
import { nextOfEach } from "~/shared/card/nextOfEach"
import { SeeAll } from "~/shared/card/SeeAll"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { Loading } from "~/ui/feedback/States"
import { useNow } from "~/ui/time/useNow"

const MOST = 3
/** By the number of nights: the way to all events takes the place that is left in their row; in a full one it is below. */
const seeAll: Record<number, { beside: string; below: string }> = {
  1: { beside: "hidden sm:grid", below: "sm:hidden" },
  2: { beside: "hidden lg:grid", below: "lg:hidden" },
  3: { beside: "hidden sm:grid lg:hidden", below: "sm:hidden lg:flex" },
}

interface RelatedProps {
  /** The event they stand below */
  besides: string
  category: string
  eventLocation: string
  /** Nothing stands above them: that there is none has to be said. */
  alone: boolean
}

/** The next date with seats of a few other events: of the same category, and, where those are too few, at the same place. */
export function RelatedNights({ besides, category, eventLocation, alone }: RelatedProps) {
  const alike = useOthers({ category, seats: "1" }, besides)
  const enough = new Set(alike.others.map(({ _id }) => _id)).size >= MOST
  const near = useOthers(
    { eventLocation, seats: "1" },
    besides,
    !alike.isPending && !enough && eventLocation !== "Default",
  )
  const nights = nextOfEach([...alike.others, ...near.others], useNow() ?? 0).slice(0, MOST)
  if (alike.isPending || near.isLoading) {
    return (
      <Loading text="Loading similar events…">
        <CardSkeletons number={MOST} />
      </Loading>
    )
  }
  if ((alike.isError || near.isError) && nights.length === 0) return alone ? <p data-missing /> : null
  return (
    <>
      {alone && nights.length === 0 && <p className="text-center">No similar events are scheduled.</p>}
      {nights.length > 0 && (
        <ul className={cardGrid}>
          {nights.map((date) => (
            <li key={dateKey(date)}>
              <DateCard date={date} compact sizes={cardSizes} />
            </li>
          ))}
          <li className={seeAll[nights.length]?.beside}>
            <SeeAll />
          </li>
        </ul>
      )}
      <p className={clsx("mt-5 flex justify-center max-sm:*:w-full", seeAll[nights.length]?.below)}>
        <LinkButton to={paths.dates()} look="secondary">
          See all events
        </LinkButton>
      </p>
    </>
  )
}

function useOthers(filters: DateFilters, besides: string, enabled = true) {
  const found = useQuery({ ...productDatesQuery(filters), enabled, meta: { quiet: true } })
  const others = (found.data?.products ?? []).filter(({ _id }) => _id !== besides)
  return {
    others,
    isPending: found.isPending,
    isLoading: found.isLoading,
    isError: found.isError,
  }
}
