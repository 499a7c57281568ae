import type { ProductDetail } from "~/common/api/types"

/** What guests need to know to come. */
export type Access = Pick<ProductDetail, "stepFree" | "accessibleToilet" | "quietCorner" | "parking">

/** "Step-free · quiet corner", or "" if nothing is known. As `access` in events/models.py. */
export function accessText({ stepFree, accessibleToilet, quietCorner, parking }: Access): string {
  const line = [
    stepFree && "step-free",
    accessibleToilet && "accessible toilet",
    quietCorner && "quiet corner",
    parking && "parking",
  ]
    .filter(Boolean)
    .join(" · ")
  return line.charAt(0).toUpperCase() + line.slice(1)
}
