import { Link } from "react-router-dom"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Logo } from "~/ui/Logo"

export function Brand() {
  return (
    <Link to={paths.home()} className="inline-flex min-h-tap min-w-0 items-center gap-2 text-on-felt no-underline">
      <Logo size={36} className="shrink-0" />
      <span className="truncate font-display text-[1.25rem] leading-tight lg:text-xl">{shop().name}</span>
    </Link>
  )
}
