import { CartCheckout } from "./CartCheckout"
import { GiftCheckout } from "./gift/GiftCheckout"
import { OrderCheckout } from "./OrderCheckout"

/** Checkout of an order or a gift, by a link: /checkout/?order=… and /checkout/?gift=25.00 */
export default function LinkedCheckout({ params }: { params: URLSearchParams }) {
  const [order, gift] = [params.get("order"), params.get("gift")]
  if (order) return <OrderCheckout id={order} />
  return gift ? <GiftCheckout text={gift} /> : <CartCheckout />
}
