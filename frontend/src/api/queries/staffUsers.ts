/** What staff do with accounts. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { Tag } from "~/api/queryClient"
import { queryString } from "~/api/queryString"
import type { PasswordReset, User, UserList } from "~/api/types"

const PEOPLE: readonly Tag[] = ["Users", "User"]

export interface UsersAsked {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

export const usersQuery = (asked: UsersAsked = {}) =>
  queryOptions({
    queryKey: ["Users", asked],
    queryFn: ({ signal }) => request<UserList>("GET", `/api/users${queryString({ ...asked })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

const at = (id: string) => `/api/users/${encodeURIComponent(id)}`

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ["User", id],
    queryFn: ({ signal }) => request<User>("GET", at(id), undefined, { signal }),
  })

/** What is left out keeps its value. Refused with `last_admin` where nobody would be left to run the shop. */
export const updateUserMutation = mutationOptions({
  mutationFn: (sent: { userId: string } & Partial<Omit<User, "_id" | "requiresPasswordReset">>) =>
    request<User>("PUT", at(sent.userId), sent),
  meta: { invalidates: PEOPLE, quiet: true },
})

/** Refused with `has_orders` where anybody ever ordered by it. */
export const deleteUserMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", at(id)),
  meta: { invalidates: ["Users"], quiet: true }, // the page that stands open must not ask for who is gone
})

/** For a colleague whose phone is lost: they are signed out, and told by mail. */
export const removeSecondFactorMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", `${at(id)}/second-factor`),
})

/** The person is signed out, gets a link by mail, and has to set a new password; `lockPassword` ends the old one. */
export const resetPasswordMutation = mutationOptions({
  mutationFn: (sent: { userId: string; lockPassword: boolean }) =>
    request<PasswordReset>("PUT", "/api/users/reset-password", sent),
  meta: { invalidates: PEOPLE, quiet: true },
})
