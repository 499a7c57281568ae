import { get, loud, send } from "~/common/api/requests"
import { isRefusal, request } from "~/common/api/client"
import { requestInLine } from "~/common/api/inLine"
import type { Changes } from "~/common/lib/changes"
import type { OwnMembership, SecondFactor, SecondFactorSetup, Session, UserInfo } from "~/common/api/types"

/** The current password or, in an account without one, a code by email. */
interface Proof {
  currentPw: string
  emailCode: string
}

/** Returns null if the email and password are correct but a two-step verification code is required. */
export const signInMutation = send((sent: { email: string; password: string; code?: string }) =>
  requestInLine<UserInfo>("POST", "/api/users/auth", sent).catch((error: unknown) => {
    if (isRefusal(error, "second_factor_required")) return null
    throw error
  }),
)

/** Emails a code for this browser. The answer is the same whether or not the address has an account. */
export const sendCodeMutation = send((sent: { email: string }) =>
  requestInLine<{ message: string }>("POST", "/api/users/auth/code", sent),
)

/** Returns the user, or what is needed besides the code. */
export const checkCodeMutation = send(
  (sent: { email: string; code: string; firstName: string; lastName: string; factorCode: string }) =>
    requestInLine<UserInfo>("POST", "/api/users/auth/code/check", sent).catch((error: unknown) => {
      if (isRefusal(error, "name_needed")) return "name" as const
      if (isRefusal(error, "second_factor_required")) return "factor" as const
      throw error
    }),
)

export const registerMutation = send((sent: { email: string; password: string; firstName: string; lastName: string }) =>
  requestInLine<UserInfo>("POST", "/api/users", sent),
)

export const updateProfileMutation = send(
  (
    sent: Changes<{
      firstName: string
      lastName: string
      email: string
      reminders: boolean
      salesEmails: boolean
      emailCode: string
    }>,
  ) => request<UserInfo>("PUT", "/api/users/profile", sent),
  ["User", "Users"],
)

const MEMBERSHIP = "/api/users/profile/membership"

/** The membership that is linked to the user's account, even if it has ended. */
export const membershipQuery = () => get<OwnMembership>(["User", "membership"], MEMBERSHIP, loud)

/** Links the membership with this number, if it has the user's email address. */
export const linkMembershipMutation = send(
  (number: string) => request<OwnMembership>("POST", MEMBERSHIP, { number }),
  ["User", "Quote"],
)

export const forgotPasswordMutation = send((sent: { email: string }) =>
  request<{ message: string }>("POST", "/api/users/forgot-password", sent),
)

/** Uses the one-time token from an email. */
export const setPasswordMutation = send((sent: { token: string; newPw: string }) =>
  requestInLine<{ message: string }>("POST", "/api/users/set-password", sent),
)

/** If the user has to reset the password, `newPw` is enough; otherwise the current password is needed too. */
export const changePasswordMutation = send((sent: { newPw: string } & Partial<Proof>) =>
  requestInLine<{ message: string }>("PUT", "/api/users/change-password", sent),
)

/** The user's sessions, most recently used first. */
export const sessionsQuery = () => get<Session[]>(["Sessions"], "/api/users/sessions", loud)

export const endSessionMutation = send(
  (id: string) => request<{ message: string }>("DELETE", `/api/users/sessions/${id}`),
  ["Sessions"],
  "loud",
)

export const endOtherSessionsMutation = send(
  () => request<{ message: string }>("DELETE", "/api/users/sessions"),
  ["Sessions"],
  "loud",
)

/** Ends all of the user's sessions, including this one. */
export const signOutEverywhereMutation = send(
  () => request<{ message: string }>("POST", "/api/users/logout-everywhere", {}),
  null,
  "loud",
)

/** Deletes the user's account. Orders are kept without a name. */
export const deleteAccountMutation = send((sent: Proof) =>
  request<{ message: string }>("DELETE", "/api/users/profile", sent),
)

// --- Two-step verification for staff --------------------------------------------------------------------------------

export const secondFactorQuery = () => get<SecondFactor>(["SecondFactor"], "/api/users/second-factor", loud)

export const beginSecondFactorMutation = send((sent: Proof) =>
  request<SecondFactorSetup>("POST", "/api/users/second-factor", sent),
)

/** Returns the recovery codes, which the API sends only once. */
export const confirmSecondFactorMutation = send(
  (sent: { code: string }) => request<{ recoveryCodes: string[] }>("PUT", "/api/users/second-factor", sent),
  ["SecondFactor", "Sessions"],
)

export const renewRecoveryCodesMutation = send(
  (sent: Proof & { code: string }) =>
    request<{ recoveryCodes: string[] }>("POST", "/api/users/second-factor/recovery-codes", sent),
  ["SecondFactor"],
)

export const turnOffSecondFactorMutation = send(
  (sent: Proof & { code: string }) => request<{ message: string }>("DELETE", "/api/users/second-factor", sent),
  ["SecondFactor"],
)
