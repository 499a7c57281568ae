/** What is below the booking box. It loads right after the page, because a phone doesn't show it at first. */
export { FactsAndLinks } from "./FactsAndLinks"
export { MoreEvents } from "./related/MoreEvents"
