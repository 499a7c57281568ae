import { useQuery } from "@tanstack/react-query"
import { productDatesQuery } from "~/api/queries/products"
import { CalendarSection } from "~/features/home/calendar/CalendarSection"
import { FeaturedEvents } from "./FeaturedEvents"
import { Hero } from "./Hero"
import { Invitation } from "./Invitation"
import { UpcomingEvents } from "./UpcomingEvents"
import { useTitle } from "~/layout/Page"
import { useFocusOnHash } from "~/layout/useFocusOnHash"

export default function HomePage() {
  useTitle("")
  const dates = useQuery(productDatesQuery())
  const upcoming = useFocusOnHash("#events")
  return (
    <>
      <Hero first={dates.data?.products[0]} isLoading={dates.isPending} />
      <UpcomingEvents dates={dates} headingRef={upcoming} />
      <FeaturedEvents />
      <CalendarSection />
      <Invitation />
    </>
  )
}
