/** Staff's requests about accounts. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { PasswordReset, User, UserList } from "~/common/api/types"

const USERS: readonly Tag[] = ["Users", "User"]

export interface UserListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

export const usersQuery = (params: UserListParams = {}) =>
  queryOptions({
    queryKey: ["Users", params],
    queryFn: ({ signal }) => request<UserList>("GET", `/api/users${queryString({ ...params })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

const at = (id: string) => `/api/users/${encodeURIComponent(id)}`

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ["User", id],
    queryFn: ({ signal }) => request<User>("GET", at(id), undefined, { signal }),
  })

/** Missing fields keep their values. Refused with `last_admin` if there would be no admin left. */
export const updateUserMutation = mutationOptions({
  mutationFn: (sent: { userId: string } & Partial<Omit<User, "_id" | "requiresPasswordReset">>) =>
    request<User>("PUT", at(sent.userId), sent),
  meta: { invalidates: USERS, quiet: true },
})

/** Refused with `has_orders` if the account has any orders. */
export const deleteUserMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", at(id)),
  meta: { invalidates: ["Users"], quiet: true }, // the open page must not fetch the deleted account
})

/** For staff who lost their phone. Signs the user out and notifies them by email. */
export const removeSecondFactorMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", `${at(id)}/second-factor`),
  meta: { quiet: true },
})

/** Signs the user out and emails a link to set a new password; `lockPassword` disables the old one. */
export const resetPasswordMutation = mutationOptions({
  mutationFn: (sent: { userId: string; lockPassword: boolean }) =>
    request<PasswordReset>("PUT", "/api/users/reset-password", sent),
  meta: { invalidates: USERS, quiet: true },
})
