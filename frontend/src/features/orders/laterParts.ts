/** Parts of the order's page that load right after it. */
export { OrderSums } from "./OrderSums"
export { PrintHead } from "./PrintHead"
export { UnsoldText } from "./unsold/UnsoldText"
