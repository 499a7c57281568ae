import { isText, type PlaceholderField } from "~/shop/features/admin/events/edit/form/placeholderFields"
import { ConfirmDialog } from "~/common/ui/overlays/Dialog"

interface PlaceholderDialogProps {
  /** The placeholders to confirm; null while the dialog is closed. */
  placeholders: readonly PlaceholderField[] | null
  /** Whether the event stays a draft, because its times prevent publishing. */
  isDraft: boolean
  onBack: () => void
  onConfirm: () => Promise<unknown> | void
}

/** Lists placeholder texts and times before an event becomes public. "Go back" is the primary action. */
export function PlaceholderDialog({ placeholders, isDraft, onBack, onConfirm }: PlaceholderDialogProps) {
  if (!placeholders) return null
  const verb = isDraft ? "Save as a draft" : "Publish"
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
