import clsx from "clsx"
import { ShoppingBag } from "lucide-react"
import type { ComponentProps } from "react"
import { Link } from "~/common/ui/layout/Link"
import { counted } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { countBookings, useCart } from "~/shop/state/cart"
import { Badge } from "~/common/ui/feedback/Badge"

type LinkProps = Omit<ComponentProps<typeof Link>, "to"> & { compact?: boolean }

/** The link to the cart, with its number of bookings unless it is empty. */
export function CartLink({ compact = false, className, ...rest }: LinkProps) {
  const count = countBookings(useCart())
  // One string: an accessible name joined from several elements would have a space before the comma.
  const name = count > 0 ? `Cart, ${counted(count, "booking")}` : "Cart"
  return (
    <Link {...rest} to={paths.cart()} className={clsx("relative", className)}>
      {compact ? <ShoppingBag aria-hidden size={24} /> : <span aria-hidden={count > 0}>Cart</span>}
      {(compact || count > 0) && <span className="sr-only">{name}</span>}
      {count > 0 && (
        <Badge aria-hidden look="amber" className={compact ? "absolute top-0 right-0" : "ml-2"}>
          {count}
        </Badge>
      )}
    </Link>
  )
}
