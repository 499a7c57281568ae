import type { CartLine } from "~/shared/cart/useFreshCart"
import type { Cart } from "~/state/cart"
import { useUser } from "~/state/session"

/** Whether the server has to price the cart, because of a code, a gift or prices for members. */
export function useNeedsQuote({ voucher, gift }: Cart, lines: readonly CartLine[]): boolean {
  const user = useUser()
  return Boolean(voucher || gift?.amount || (user && lines.some(({ memberPrice }) => memberPrice !== null)))
}
