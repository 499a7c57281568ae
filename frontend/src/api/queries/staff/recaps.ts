/** Thank-you emails to the guests of past dates, and what guests answered. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import { queryString } from "~/api/queryString"
import type { components } from "~/api/schema.gen"

type Schemas = components["schemas"]

export type ThankYou = Schemas["RecapDraft"]
export type ListedThankYou = Schemas["ListedRecapDraft"]

const DRAFT = "/api/recaps/draft"

/** Those that go out next. */
export const thankYousQuery = () =>
  queryOptions({
    queryKey: ["Recap", "drafts"],
    queryFn: ({ signal }) => request<Schemas["RecapDraftList"]>("GET", "/api/recaps/drafts", undefined, { signal }),
    select: ({ drafts }) => drafts,
    meta: { quiet: true },
  })

/** That of a date. 404 before the date is over. */
export const thankYouQuery = (product: string, bookingDate: string) =>
  queryOptions({
    queryKey: ["Recap", "draft", product, bookingDate],
    queryFn: ({ signal }) =>
      request<ThankYou>("GET", `${DRAFT}${queryString({ product, bookingDate })}`, undefined, { signal }),
    meta: { quiet: true },
  })

/** Refused with `sent` once it went out. */
export const changeThankYouMutation = mutationOptions({
  mutationFn: (change: Schemas["RecapDraftFormRequest"]) => request<ThankYou>("PUT", DRAFT, change),
  meta: { invalidates: ["Recap"], quiet: true },
})
