import type { Membership } from "~/common/api/types"
import { serverNow } from "~/common/lib/time/serverClock"
import { wallDay } from "~/common/lib/time/wallClock"

/** Whether a membership's last day has passed, at the shop. */
export const hasEnded = ({ validUntil }: Pick<Membership, "validUntil">) => validUntil < wallDay(serverNow())
