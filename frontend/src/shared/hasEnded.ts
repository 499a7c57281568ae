import type { Membership } from "~/api/types"
import { serverNow } from "~/lib/time/serverClock"
import { wallDay } from "~/lib/time/wallClock"
import { shop } from "~/state/shop"

/** Whether a membership's last day has passed, at the shop. */
export const hasEnded = ({ validUntil }: Pick<Membership, "validUntil">) =>
  validUntil < wallDay(serverNow(), shop().timeZone)
