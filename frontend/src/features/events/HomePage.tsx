import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import { productDatesQuery } from "~/api/queries/products"
import { CalendarSection } from "~/features/events/calendar/CalendarSection"
import { FeaturedEvents } from "~/features/events/home/FeaturedEvents"
import { Hero } from "~/features/events/home/Hero"
import { Invitation } from "~/features/events/home/Invitation"
import { UpcomingEvents } from "~/features/events/home/UpcomingEvents"
import { useTitle } from "~/layout/Page"

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

/** A link to a part of the page moves the focus there too; the router itself only scrolls. */
function useFocusOnHash(wanted: string) {
  const target = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash !== wanted) return
    // After the frame has put the focus on the page's heading.
    const soon = requestAnimationFrame(() => target.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(soon)
  }, [hash, key, wanted])
  return target
}
