import { Link } from "react-router-dom"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Logo } from "~/ui/pictures/Logo"

/** The club's logo, or the default one. Decorative, because the name is next to it. */
function ShopLogo() {
  const { logo } = shop()
  if (!logo) return <Logo size={36} className="shrink-0" />
  return (
    <img
      src={logo.src}
      width={logo.width}
      height={logo.height}
      alt=""
      className="h-9 w-auto max-w-20 shrink-0 object-contain lg:h-10 lg:max-w-40"
    />
  )
}

export function Brand() {
  return (
    <Link to={paths.home()} className="inline-flex min-h-tap min-w-0 items-center gap-2 text-on-felt no-underline">
      <ShopLogo />
      <span className="line-clamp-2 font-display text-[1.25rem] leading-tight [overflow-wrap:anywhere] lg:text-xl">
        {shop().name}
      </span>
    </Link>
  )
}
