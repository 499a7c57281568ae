/**
 * Parts of the booking box that load right after the page, because none is needed at first. In one file, so that Add to
 * Cart also works for visitors who go offline once the page is there.
 */
export { BookingBar } from "./BookingBar"
export { CartSum, InCart } from "./InCart"
export { Reserve } from "./Reserve"
