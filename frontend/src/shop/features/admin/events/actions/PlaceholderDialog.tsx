import { useState } from "react"
import type { Product } from "~/common/api/types"
import {
  hasNoLength,
  isText,
  type PlaceholderField,
  placeholdersOf,
} from "~/shop/features/admin/events/edit/form/placeholderFields"
import { useArchiving } from "~/shop/shared/staffActions/ArchiveDialog"
import { ConfirmDialog } from "~/common/ui/overlays/Dialog"

interface PlaceholderDialogProps {
  /** The placeholders to confirm; null while the dialog is closed. */
  placeholders: readonly PlaceholderField[] | null
  /** The next state of the event: "draft" if its times prevent publishing. */
  becomes: "published" | "restored" | "draft"
  onBack: () => void
  onConfirm: () => Promise<unknown> | void
}

/** Lists placeholder texts and times before an event becomes public. "Go back" is the primary action. */
export function PlaceholderDialog({ placeholders, becomes, onBack, onConfirm }: PlaceholderDialogProps) {
  if (!placeholders) return null
  const verb = { published: "Publish", restored: "Restore", draft: "Save as a draft" }[becomes]
  const isDraft = becomes === "draft"
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onBack()}
      title={isDraft ? `${verb}?` : `${verb} ${placeholders.some(isText) ? "with placeholder text" : "as is"}?`}
      body={
        <>
          <p>
            {isDraft
              ? "The end time is the same as the start time, so visitors can't see this event yet. Still placeholders:"
              : "Visitors would see:"}
          </p>
          <ul className="grid gap-1">
            {placeholders.map(({ field, label, seen }) => (
              <li key={field}>
                <span className="font-semibold">{label}:</span> {seen}
              </li>
            ))}
          </ul>
        </>
      }
      stay="Go back"
      action={isDraft ? verb : `${verb} anyway`}
      suggestsStay
      onConfirm={onConfirm}
    />
  )
}

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
