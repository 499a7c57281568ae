import type { Told } from "~/firstView/pieces"

/** What holds in the drawing that is being made, for stand-ins that no property reaches. */
export const drawing: { told: Told } = { told: () => false }
