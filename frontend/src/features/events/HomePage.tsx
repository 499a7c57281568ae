import { useQuery } from "@tanstack/react-query"
import { productDatesQuery } from "~/api/queries/products"
import { CalendarSection } from "~/features/events/calendar/CalendarSection"
import { FeaturedEvents } from "~/features/events/home/FeaturedEvents"
import { Hero } from "~/features/events/home/Hero"
import { Invitation } from "~/features/events/home/Invitation"
import { UpcomingEvents } from "~/features/events/home/UpcomingEvents"
import { useTitle } from "~/layout/Page"
import { useFocusOnHash } from "~/layout/useFocusOnHash"

export default function HomePage() {
  useTitle("")
  const dates = useQuery(productDatesQuery())
  const upcoming = useFocusOnHash("#events")
  return (
    <>
      <Hero first={dates.data?.products[0]} waiting={dates.isPending} />
      <UpcomingEvents dates={dates} headingRef={upcoming} />
      <FeaturedEvents />
      <CalendarSection />
      <Invitation />
    </>
  )
}
