import { useState } from "react"
import type { Product } from "~/api/types"
import { hasNoLength, placeholdersOf, type PlaceholderField } from "~/features/admin/events/edit/form/placeholderFields"
import { useArchiving } from "~/shared/staffActions/useArchiving"

/** Restores an archived event; asks first if visitors would see placeholders. */
export function useRestoring(event: Product) {
  const [placeholders, setPlaceholders] = useState<readonly PlaceholderField[] | null>(null)
  const { restore } = useArchiving()
  const start = () => {
    const found = hasNoLength(event) ? [] : placeholdersOf(event) // without a length it is restored as a draft
    if (found.length > 0) setPlaceholders(found)
    else restore(event).catch(() => {}) // the toast shows the error
  }
  return { start, asking: { placeholders, onBack: () => setPlaceholders(null), onConfirm: () => restore(event) } }
}
