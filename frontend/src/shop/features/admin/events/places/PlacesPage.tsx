import { useMutation, useQuery } from "@tanstack/react-query"
import { Eye, EyeOff, Merge, Pencil, Plus, Trash2 } from "lucide-react"
import type { Place } from "~/common/api/types"
import { deletePlaceMutation, placesQuery, updatePlaceMutation } from "~/shop/queries/staff/places"
import { cut, RowAction } from "~/shop/features/admin/table/cells"
import { AdminTable, type Column } from "~/shop/features/admin/table/Table"
import { Page } from "~/shop/layout/Page"
import { counted } from "~/common/lib/text"
import { accessText } from "~/shop/shared/accessText"
import { shop } from "~/shop/state/shop"
import { change, seen } from "~/common/lib/changes"
import { formatRate } from "~/common/lib/money"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Fold } from "~/common/ui/layout/Fold"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { notify } from "~/common/ui/overlays/notify"
import { MergePlace } from "./MergePlace"
import PlaceEditor from "./PlaceEditor"

/** Where events are, and apart, where none can be planned any more: /admin/places */
export default function PlacesPage() {
  const query = useQuery(placesQuery())
  const add = (
    <DialogButton title="New place" content={(close) => <PlaceEditor place={null} onClose={close} />}>
      <Plus aria-hidden size={18} />
      New place
    </DialogButton>
  )
  return (
    <Page title="Places" beside={add}>
      <Loaded query={query} what="the places" loading={<Skeleton className="h-60 rounded-card" />}>
        {({ places }) => {
          const hidden = places.filter((place) => place.hidden)
          const shown = places.filter((place) => !place.hidden)
          return (
            <>
              {shown.length === 0 ? (
                <EmptyState>No places yet. An event's form makes one when you type where it is.</EmptyState>
              ) : (
                <Places caption="Places" places={shown} others={shown} />
              )}
              {hidden.length > 0 && (
                <Fold className="mt-8 panel px-4" title={`Hidden places (${hidden.length})`}>
                  <Places caption="Hidden places" places={hidden} others={shown} />
                </Fold>
              )}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface PlacesProps {
  caption: string
  places: readonly Place[]
  /** Those that a place can be merged into. */
  others: readonly Place[]
}

const Places = ({ caption, places, others }: PlacesProps) => (
  <AdminTable
    className="one-line"
    caption={caption}
    columns={columns}
    rows={places}
    rowKey={(place) => place._id}
    actions={(place) => <PlaceActions place={place} others={others.filter(({ _id }) => _id !== place._id)} />}
  />
)

const columns: readonly Column<Place>[] = [
  { label: "Name", names: true, cell: ({ name }) => <Cut text={name} className="xl:max-w-72" /> },
  { label: "Address", className: "xl:w-full xl:max-w-0", cell: ({ address }) => <Cut text={address || "None"} /> },
  { label: "Seats", right: true, cell: ({ seats }) => seats ?? "Any number" },
  { label: "Sales tax", right: true, cell: ({ taxRate }) => formatRate(taxRate ?? shop().taxRate) },
  {
    label: "Access",
    className: "text-ink-2",
    cell: (place) => <Cut text={accessText(place) || place.accessNote || "Nothing said"} className="xl:max-w-72" />,
  },
  {
    label: "Events",
    right: true,
    cell: ({ events, dates }) => (dates > 0 ? `${events} and ${counted(dates, "date")}` : events),
  },
]

const Cut = ({ text, className = "" }: { text: string; className?: string }) => (
  <span title={text} className={`${cut} [overflow-wrap:anywhere] ${className}`}>
    {text}
  </span>
)

function PlaceActions({ place, others }: { place: Place; others: readonly Place[] }) {
  const { _id: id, text, hidden, events, dates } = place
  const { mutate: update } = useMutation({
    ...updatePlaceMutation,
    meta: { ...updatePlaceMutation.meta, loud: true },
    onSuccess: (saved) => notify.success(saved.hidden ? `${text} is hidden.` : `${text} can be chosen again.`),
  })
  const { mutateAsync: remove } = useMutation(deletePlaceMutation)
  return (
    <>
      <DialogButton
        opener={(open) => <RowAction compact icon={Pencil} label="Edit" of={text} onClick={open} />}
        title={`Edit ${text}`}
        content={(close) => <PlaceEditor place={place} onClose={close} />}
      />
      <MoreMenu of={text}>
        {others.length > 0 && (
          <DialogButton
            opener={(open) => <MenuAction icon={Merge} label="Merge" of={text} onClick={open} />}
            title={`Merge ${text} into another place`}
            content={(close) => <MergePlace place={place} others={others} onClose={close} />}
          />
        )}
        <MenuAction
          icon={hidden ? Eye : EyeOff}
          label={hidden ? "Restore" : "Hide"}
          of={text}
          removes={!hidden}
          onClick={() => update({ id, ...change(place, { hidden: !hidden }) })}
        />
        {events + dates === 0 && (
          <ConfirmButton
            opener={(open) => <MenuAction icon={Trash2} label="Delete" of={text} removes onClick={open} />}
            title={`Delete ${text}?`}
            body="No event was ever there."
            action="Delete"
            busyText="Deleting…"
            danger
            onConfirm={() => remove({ id, ...seen(place, "name", "address") })}
            done={`${text} is deleted.`}
          />
        )}
      </MoreMenu>
    </>
  )
}
