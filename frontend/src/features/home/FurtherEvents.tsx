import { CalendarSection } from "./calendar/CalendarSection"
import { FeaturedEvents } from "./FeaturedEvents"

/** What a large screen has below the cards. Phones neither show nor load it. */
export default function FurtherEvents({ hasMore }: { hasMore: boolean }) {
  return (
    <>
      {hasMore && <FeaturedEvents />}
      <CalendarSection />
    </>
  )
}
