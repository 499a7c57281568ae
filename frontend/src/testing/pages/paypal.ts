/**
 * Stands in for PayPal's own script, which no test loads: what the shop's page hears when a buyer presses, approves,
 * turns back, or when PayPal fails. Its buttons are plain elements here; a press on one starts a payment.
 */
import { vi } from "vitest"
import { atEnd } from "~/testing/newBrowser"

interface Options {
  onApprove?: (data: { orderId: string }) => Promise<void>
  onCancel?: (data: { orderId?: string }) => void
  onError?: (error: Error) => void
  onComplete?: (data: object) => void
}

export interface PayPalStandIn {
  /** How often PayPal's window or form was opened. */
  opened: () => number
  approve: () => Promise<void>
  turnBack: () => Promise<void>
  fail: (message: string) => Promise<void>
}

export function givePayPal(): PayPalStandIn {
  let now: { options: Options; order: Promise<{ orderId: string }> } | null = null
  let opened = 0
  const session = (options: Options) => ({
    async start(_how: object, order: Promise<{ orderId: string }>) {
      if (now) return
      opened += 1
      now = { options, order }
      await order.catch((error: Error) => {
        now = null
        options.onError?.(new Error(`Create order failed: ${error.message}`)) // in words of its own, as PayPal does
        throw error
      })
    },
    cancel() {},
    destroy() {},
  })
  const end = async (tell: (options: Options, orderId: string) => unknown) => {
    if (!now) throw new Error("Nobody is at PayPal.")
    const { options, order } = now
    const { orderId } = await order
    now = null
    await tell(options, orderId)
  }
  vi.stubGlobal("paypal", {
    version: "6.0.0",
    createInstance: async () => ({
      findEligibleMethods: async () => ({ isEligible: () => true }),
      createPayPalOneTimePaymentSession: session,
      createPayPalGuestOneTimePaymentSession: session,
    }),
  })
  atEnd(() => vi.unstubAllGlobals())
  return {
    opened: () => opened,
    approve: () => end((options, orderId) => options.onApprove?.({ orderId })),
    turnBack: () => end((options, orderId) => options.onCancel?.({ orderId })),
    fail: (message) => end((options) => options.onError?.(new Error(message))),
  }
}
