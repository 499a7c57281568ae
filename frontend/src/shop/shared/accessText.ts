import type { ProductDetail } from "~/common/api/types"
import { capitalize } from "~/common/lib/text"

/** What guests need to know to come. */
export type Access = Pick<ProductDetail, "stepFree" | "accessibleToilet" | "quietCorner" | "parking">

/** "Step-free · quiet corner", or "" if nothing is known. As `access` in events/models.py. */
export function accessText({ stepFree, accessibleToilet, quietCorner, parking }: Access): string {
  const known = [
    stepFree && "step-free",
    accessibleToilet && "accessible toilet",
    quietCorner && "quiet corner",
    parking && "parking",
  ]
  return capitalize(known.filter(Boolean).join(" · "))
}
