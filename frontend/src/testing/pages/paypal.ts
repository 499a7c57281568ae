/**
 * Replaces PayPal's script, which tests don't load. Reports to the page that the buyer approved or canceled the
 * payment, or that PayPal failed. PayPal's buttons are plain elements; a click on one starts a payment.
 */
import { vi } from "vitest"
import { atEnd } from "~/testing/browser"

interface Options {
  onApprove?: (data: { orderId: string }) => Promise<void>
  onCancel?: (data: { orderId?: string }) => void
  onError?: (error: Error) => void
  onComplete?: (data: object) => void
}

export interface FakePayPal {
  /** The number of times that PayPal's window or form was opened. */
  opened: () => number
  approve: () => Promise<void>
  cancel: () => Promise<void>
  fail: (message: string) => Promise<void>
}

/** `hasVenmo`: whether PayPal offers Venmo to this buyer. */
export function stubPayPal({ hasVenmo = false } = {}): FakePayPal {
  let now: { options: Options; order: Promise<{ orderId: string }> } | null = null
  let opened = 0
  const session = (options: Options) => ({
    async start(_how: object, order: Promise<{ orderId: string }>) {
      if (now) return
      opened += 1
      now = { options, order }
      await order.catch((error: Error) => {
        now = null
        options.onError?.(new Error(`Create order failed: ${error.message}`)) // in its own words, as PayPal does
        throw error
      })
    },
    cancel() {},
    destroy() {},
  })
  const end = async (report: (options: Options, orderId: string) => unknown) => {
    if (!now) throw new Error("No payment was started at PayPal.")
    const { options, order } = now
    const { orderId } = await order
    now = null
    await report(options, orderId)
  }
  vi.stubGlobal("paypal", {
    version: "6.0.0",
    createInstance: async () => ({
      findEligibleMethods: async () => ({ isEligible: (method: string) => method !== "venmo" || hasVenmo }),
      createPayPalOneTimePaymentSession: session,
      createVenmoOneTimePaymentSession: session,
      createPayPalGuestOneTimePaymentSession: session,
    }),
  })
  atEnd(() => vi.unstubAllGlobals())
  return {
    opened: () => opened,
    approve: () => end((options, orderId) => options.onApprove?.({ orderId })),
    cancel: () => end((options, orderId) => options.onCancel?.({ orderId })),
    fail: (message) => end((options) => options.onError?.(new Error(message))),
  }
}
