import type { Access } from "~/common/api/types"
import { capitalize } from "~/common/lib/text"

/** "Step-free · quiet corner", or "" if nothing is known. As `access` in events/models.py. */
export function accessText({ stepFree, accessibleToilet, quietCorner, parking }: Omit<Access, "accessNote">): string {
  const known = [
    stepFree && "step-free",
    accessibleToilet && "accessible toilet",
    quietCorner && "quiet corner",
    parking && "parking",
  ]
  return capitalize(known.filter(Boolean).join(" · "))
}
