/** Parts of the order's page that load right after it. */
export { OrderSums } from "./OrderSums"
export { UnsoldText } from "./unsold/UnsoldText"
