/** Staff's requests about accounts. */
import { get, loud, paged, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { Changes, Seen } from "~/common/lib/changes"
import type { ListParams, PasswordReset, User, UserList } from "~/common/api/types"

const USERS: readonly Tag[] = ["Users", "User"]

export const usersQuery = (params: ListParams = {}) =>
  get<UserList>(["Users", params], `/api/users${queryString({ ...params })}`, paged)

const at = (id: string) => `/api/users/${encodeURIComponent(id)}`

export const userQuery = (id: string) => get<User>(["User", id], at(id), loud)

/** Missing fields keep their values. Refused with `last_admin` if there would be no admin left. */
export const updateUserMutation = send(
  (
    sent: { userId: string; digest?: string | undefined } & Changes<
      Omit<User, "_id" | "digest" | "requiresPasswordReset">
    >,
  ) => request<User>("PUT", at(sent.userId), sent),
  USERS,
)

/** Refused with `has_orders` if the account has any orders. */
export const deleteUserMutation = send(
  ({ id, ...seen }: { id: string } & Seen) => request<{ message: string }>("DELETE", at(id), seen),
  ["Users"],
)

/** For staff who lost their phone. Signs the user out and notifies them by email. */
export const removeSecondFactorMutation = send(
  ({ id, ...seen }: { id: string } & Seen) => request<{ message: string }>("DELETE", `${at(id)}/second-factor`, seen),
  USERS,
)

/** Signs the user out and emails a link to set a new password; `lockPassword` disables the old one. */
export const resetPasswordMutation = send(
  (sent: { userId: string; lockPassword: boolean } & Seen) =>
    request<PasswordReset>("PUT", "/api/users/reset-password", sent),
  USERS,
)
