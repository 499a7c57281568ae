import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import type { Place } from "~/common/api/types"
import { whoChanged } from "~/shop/shared/lastChanges"
import { createPlaceMutation, updatePlaceMutation } from "~/shop/queries/staff/places"
import { useLive } from "~/shop/shared/useLive"
import { shop } from "~/shop/state/shop"
import { formatRate } from "~/common/lib/money"
import { CheckboxChoice, ChoiceGroup, sideBySide, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { notify } from "~/common/ui/overlays/notify"
import { fieldsSent, placeSchema, valuesOf } from "./fields"

/** The form of a place; null for a new one. */
export default function PlaceEditor({ place, onClose }: { place: Place | null; onClose: () => void }) {
  const create = useMutation(createPlaceMutation)
  const update = useMutation(updatePlaceMutation)
  useLive("Place")
  const form = useForm({
    name: `place ${place?._id}`,
    schema: placeSchema,
    values: valuesOf(place),
    edits: {
      sent: fieldsSent,
      shown: (current) => valuesOf(place && { ...place, ...current }),
      whoChanged: whoChanged("place", place?._id),
    },
    save: async (values, changes) => {
      if (place) await update.mutateAsync({ id: place._id, ...changes })
      else await create.mutateAsync({ ...fieldsSent(values), hidden: false })
      notify.success(`${values.name} is saved.`)
      onClose()
    },
  })
  const { register } = form.hook
  return (
    <Form form={form}>
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <TextField label="Address" optional hint="As on a map" autoComplete="off" {...form.field("address")} />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <TextField
          label="Seats"
          optional
          hint="The most that a date here may have"
          inputMode="numeric"
          autoComplete="off"
          {...form.field("seats")}
        />
        <TextField
          label="Sales tax in percent"
          optional
          hint={`Empty: the shop's, ${formatRate(shop().taxRate)}`}
          inputMode="decimal"
          autoComplete="off"
          {...form.field("taxRate")}
        />
      </div>
      <ChoiceGroup label="The place has" hint="The pages of its events say what you check." inline={false}>
        <CheckboxChoice label="Step-free way in" {...register("stepFree")} />
        <CheckboxChoice label="Accessible toilet" {...register("accessibleToilet")} />
        <CheckboxChoice label="Quiet corner" {...register("quietCorner")} />
        <CheckboxChoice label="Parking" {...register("parking")} />
      </ChoiceGroup>
      <TextField
        label="Note"
        optional
        hint="What else guests need to know to come: “Ring at the side door.”"
        {...form.field("accessNote")}
      />
      <TextField
        label="Contact email"
        optional
        hint="Of the people who run the place. Visitors don't see it."
        type="email"
        autoComplete="off"
        {...form.field("contactEmail")}
      />
      <FormButtons form={form} onCancel={onClose}>
        Save
      </FormButtons>
    </Form>
  )
}
