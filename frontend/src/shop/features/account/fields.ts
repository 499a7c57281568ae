import * as v from "valibot"
import { emailCheck } from "~/common/ui/forms/rules"
import { keepsNothing } from "~/shop/state/storage"

export const anyEmail = v.pipe(v.string(), emailCheck)

export const email = v.pipe(v.string(), v.nonEmpty("Enter your email address."), emailCheck)

export const requiredPassword = (message: string) => v.pipe(v.string(), v.nonEmpty(message))

/** Counted as on the server, which hashes one text for all ways to encode the same characters. */
export const newPassword = v.pipe(
  v.string(),
  v.check((text) => text.normalize("NFKC").length >= 8, "Use at least 8 characters."),
)

export const requiredCode = v.pipe(v.string(), v.nonEmpty("Enter the code."))

/** Attributes of inputs for codes, so that phones suggest codes from messages and apps. */
export const codeInput = {
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 40,
} as const

/** For the digits of an email: phones show digits and suggest the code; pasted spaces do no harm. */
export const emailCodeInput = { ...codeInput, inputMode: "numeric" } as const

/** Attributes of email inputs. Sign In overrides `autoComplete` with "username" for password managers. */
export const emailInput = {
  type: "email",
  autoComplete: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const

/** What follows "Sign in". The frame of the page says what happens to a cart that isn't saved. */
export const orderWaits = () => ` to finish your order.${keepsNothing() ? "" : " Your cart is saved."}`
