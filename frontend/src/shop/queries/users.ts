import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { ApiError, request } from "~/common/api/client"
import { requestInLine } from "~/common/api/inLine"
import type { OwnMembership, SecondFactor, SecondFactorSetup, Session, UserInfo } from "~/common/api/types"

/** The current password or, in an account without one, a code by email. */
interface Proof {
  currentPw: string
  emailCode: string
}

/** Returns null if the email and password are correct but a two-step verification code is required. */
export const signInMutation = mutationOptions({
  mutationFn: (sent: { email: string; password: string; code?: string }) =>
    requestInLine<UserInfo>("POST", "/api/users/auth", sent).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "second_factor_required") return null
      throw error
    }),
  meta: { quiet: true },
})

/** Emails a code for this browser. The answer is the same whether or not the address has an account. */
export const sendCodeMutation = mutationOptions({
  mutationFn: (sent: { email: string }) => requestInLine<{ message: string }>("POST", "/api/users/auth/code", sent),
  meta: { quiet: true },
})

/** Returns the user, or what is needed besides the code. */
export const checkCodeMutation = mutationOptions({
  mutationFn: (sent: { email: string; code: string; firstName: string; lastName: string; factorCode: string }) =>
    requestInLine<UserInfo>("POST", "/api/users/auth/code/check", sent).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "name_needed") return "name" as const
      if (error instanceof ApiError && error.code === "second_factor_required") return "factor" as const
      throw error
    }),
  meta: { quiet: true },
})

export const registerMutation = mutationOptions({
  mutationFn: (sent: { email: string; password: string; firstName: string; lastName: string }) =>
    requestInLine<UserInfo>("POST", "/api/users", sent),
  meta: { quiet: true },
})

export const updateProfileMutation = mutationOptions({
  mutationFn: (sent: {
    firstName?: string
    lastName?: string
    email?: string
    reminders?: boolean
    emailCode?: string
  }) => request<UserInfo>("PUT", "/api/users/profile", sent),
  meta: { invalidates: ["User", "Users"], quiet: true },
})

const MEMBERSHIP = "/api/users/profile/membership"

/** The membership that is linked to the user's account, even if it has ended. */
export const membershipQuery = () =>
  queryOptions({
    queryKey: ["User", "membership"],
    queryFn: ({ signal }) => request<OwnMembership>("GET", MEMBERSHIP, undefined, { signal }),
  })

/** Links the membership with this number, if it has the user's email address. */
export const linkMembershipMutation = mutationOptions({
  mutationFn: (number: string) => request<OwnMembership>("POST", MEMBERSHIP, { number }),
  meta: { invalidates: ["User", "Quote"], quiet: true },
})

export const forgotPasswordMutation = mutationOptions({
  mutationFn: (sent: { email: string }) => request<{ message: string }>("POST", "/api/users/forgot-password", sent),
  meta: { quiet: true },
})

/** Uses the one-time token from an email. */
export const setPasswordMutation = mutationOptions({
  mutationFn: (sent: { token: string; newPw: string }) =>
    requestInLine<{ message: string }>("POST", "/api/users/set-password", sent),
  meta: { quiet: true },
})

/** If the user has to reset the password, `newPw` is enough; otherwise the current password is needed too. */
export const changePasswordMutation = mutationOptions({
  mutationFn: (sent: { newPw: string } & Partial<Proof>) =>
    requestInLine<{ message: string }>("PUT", "/api/users/change-password", sent),
  meta: { quiet: true },
})

/** The user's sessions, most recently used first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["Sessions"],
    queryFn: ({ signal }) => request<Session[]>("GET", "/api/users/sessions", undefined, { signal }),
  })

export const endSessionMutation = mutationOptions({
  mutationFn: (id: string) => request<{ message: string }>("DELETE", `/api/users/sessions/${id}`),
  meta: { invalidates: ["Sessions"] },
})

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => request<{ message: string }>("DELETE", "/api/users/sessions"),
  meta: { invalidates: ["Sessions"] },
})

/** Ends all of the user's sessions, including this one. */
export const signOutEverywhereMutation = mutationOptions({
  mutationFn: () => request<{ message: string }>("POST", "/api/users/logout-everywhere", {}),
})

/** Deletes the user's account. Orders are kept without a name. */
export const deleteAccountMutation = mutationOptions({
  mutationFn: (sent: Proof) => request<{ message: string }>("DELETE", "/api/users/profile", sent),
  meta: { quiet: true }, // the form shows the error
})

// --- Two-step verification for staff --------------------------------------------------------------------------------

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ["SecondFactor"],
    queryFn: ({ signal }) => request<SecondFactor>("GET", "/api/users/second-factor", undefined, { signal }),
  })

export const beginSecondFactorMutation = mutationOptions({
  mutationFn: (sent: Proof) => request<SecondFactorSetup>("POST", "/api/users/second-factor", sent),
  meta: { quiet: true }, // the form shows the error
})

/** Returns the recovery codes, which the API sends only once. */
export const confirmSecondFactorMutation = mutationOptions({
  mutationFn: (sent: { code: string }) => request<{ recoveryCodes: string[] }>("PUT", "/api/users/second-factor", sent),
  meta: { quiet: true, invalidates: ["SecondFactor", "Sessions"] },
})

export const renewRecoveryCodesMutation = mutationOptions({
  mutationFn: (sent: Proof & { code: string }) =>
    request<{ recoveryCodes: string[] }>("POST", "/api/users/second-factor/recovery-codes", sent),
  meta: { quiet: true, invalidates: ["SecondFactor"] },
})

export const turnOffSecondFactorMutation = mutationOptions({
  mutationFn: (sent: Proof & { code: string }) =>
    request<{ message: string }>("DELETE", "/api/users/second-factor", sent),
  meta: { quiet: true, invalidates: ["SecondFactor"] },
})
