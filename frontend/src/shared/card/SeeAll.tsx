import { ArrowRight } from "lucide-react"
import { Link } from "react-router-dom"
import { paths } from "~/paths"
import { CardBack } from "~/ui/pictures/CardBack"

/** The link to all events: a button on phones, the back of a card from 40rem. */
export function SeeAll({ to = paths.dates(), text = "See all events" }) {
  return (
    <Link
      to={to}
      className="group relative flex min-h-tap items-center justify-center overflow-hidden rounded-md border border-line bg-paper p-3 font-semibold text-ink no-underline hover:bg-malt sm:h-full sm:rounded-card sm:border-3 sm:border-felt-2 sm:bg-felt sm:hover:bg-felt"
    >
      <CardBack className="absolute inset-0 hidden size-full sm:block" />
      <span className="relative inline-flex items-center gap-2 sm:mt-56 sm:rounded-md sm:bg-foam sm:px-4 sm:py-2 sm:group-hover:underline">
        {text}
        <ArrowRight aria-hidden size={18} />
      </span>
    </Link>
  )
}
