/** Parts of the order's page that load right after it. */
export { OrderSums } from "./OrderSums"
export { PageTop } from "./PageTop"
export { UnsoldText } from "./unsold/UnsoldText"
