import {
  INSTANCE_LOADING_STATE,
  useEligibleMethods,
  usePayPal,
  usePayPalGuestPaymentSession,
  usePayPalOneTimePaymentSession,
  useVenmoOneTimePaymentSession,
} from "@paypal/react-paypal-js/sdk-v6"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Notice } from "~/common/ui/feedback/Notice"
import { Button } from "~/common/ui/layout/Button"

export interface PayPalHandlers {
  /** Returns PayPal's order ID. Called during the click. */
  createOrder: () => Promise<string>
  onApprove: (paypalOrderId: string) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}

interface PayButtonsProps extends PayPalHandlers {
  /** True during a payment, while offline, and while the cart can't be paid. */
  disabled: boolean
  /** PayPal's window or form is open. */
  waiting: boolean
  onReady: () => void
  onFailed: (error: Error) => void
}

type Method = "paypal" | "venmo" | "card"

const ELIGIBILITY = { payload: { currencyCode: "USD", paymentFlow: "ONE_TIME_PAYMENT" } } as const

const atPayPal: Record<Method, string> = {
  paypal: "Finish the payment in PayPal's window.",
  venmo: "Finish the payment with Venmo.",
  card: "Fill in your card's details above.",
}

/** PayPal's buttons, rendered by PayPal's script: Venmo's only for buyers who can use it. Needs a PayPalProvider. */
export function PayButtons({ disabled, waiting, onReady, onFailed, ...handlers }: PayButtonsProps) {
  const { loadingStatus, error } = usePayPal()
  const [pressed, setPressed] = useState<Method>("paypal")
  const { callbacks, fail, renew } = useOneAttempt(handlers)
  const paypal = usePayPalOneTimePaymentSession({ presentationMode: "auto", ...callbacks })
  const venmo = useVenmoOneTimePaymentSession({ presentationMode: "auto", ...callbacks })
  const { eligiblePaymentMethods, isLoading: isChecking } = useEligibleMethods(ELIGIBILITY)
  const [warning, setWarning] = useState<string | null>(null)
  const { buttonRef: cardButton, ...card } = usePayPalGuestPaymentSession({
    ...callbacks,
    onWarn: useCallback((data) => setWarning(data.message), []),
  })
  const cardBox = useScrollToCardForm(waiting && pressed === "card")
  const resolved = loadingStatus === INSTANCE_LOADING_STATE.RESOLVED && !isChecking

  const listeners = useRef({ onReady, onFailed })
  useLayoutEffect(() => {
    listeners.current = { onReady, onFailed }
  })
  // Runs after the effects of PayPal's hooks, which create the sessions: an earlier click would be lost.
  const [rendered, setRendered] = useState(false)
  useEffect(() => {
    setRendered(resolved)
    if (error) listeners.current.onFailed(error)
    else if (resolved) listeners.current.onReady()
  }, [error, resolved])

  if (!rendered) return null
  const sessions = { paypal, venmo, card }
  // The browser only opens PayPal's window during the click, so nothing is awaited before handleClick.
  const press = (method: Method) => () => {
    if (disabled) return
    renew()
    setPressed(method)
    setWarning(null)
    sessions[method].handleClick().catch(fail)
  }
  return (
    <>
      <paypal-button type="pay" disabled={disabled} onClick={press("paypal")} className="block min-h-12 w-full" />
      {eligiblePaymentMethods?.isEligible("venmo") && (
        <venmo-button type="pay" disabled={disabled} onClick={press("venmo")} className="block min-h-12 w-full" />
      )}
      <div ref={cardBox}>
        <paypal-basic-card-container className="block">
          <paypal-basic-card-button
            ref={cardButton}
            disabled={disabled}
            onClick={press("card")}
            className="block min-h-12 w-full"
          />
        </paypal-basic-card-container>
      </div>
      {warning && (
        <Notice look="warning" role="alert">
          {warning}
        </Notice>
      )}
      {waiting && (
        <AtPayPal
          method={pressed}
          onShow={() => void sessions[pressed].handleClick().catch(fail)}
          onCancel={() => {
            sessions[pressed].handleCancel()
            callbacks.onCancel()
          }}
        />
      )}
    </>
  )
}

/**
 * Shown while the buyer is at PayPal. Its window may be hidden, so this can bring it to the front or cancel the
 * payment.
 */
function AtPayPal({ method, onShow, onCancel }: { method: Method; onShow: () => void; onCancel: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4">
      <p>{atPayPal[method]}</p>
      {method === "paypal" && (
        <Button look="quiet" onClick={onShow}>
          Go to the PayPal window
        </Button>
      )}
      <Button look="quiet" onClick={onCancel}>
        Cancel payment
      </Button>
    </div>
  )
}

/**
 * Makes the buttons share one attempt, which has one order and reports its end once. The callbacks never change, so
 * that the sessions are created only once.
 */
function useOneAttempt(handlers: PayPalHandlers) {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const order = useRef<Promise<{ orderId: string }> | null>(null)
  const ended = useRef(true)

  return useMemo(() => {
    /** Returns whether the attempt had not ended yet. */
    const end = () => {
      order.current = null
      if (ended.current) return false
      return (ended.current = true)
    }
    const fail = (error: unknown) => void (end() && latest.current.onError(error))
    const renew = () => {
      ended.current = false
      order.current = null
    }
    const callbacks = {
      createOrder: () => (order.current ??= latest.current.createOrder().then((orderId) => ({ orderId }))),
      onApprove: async (data: { orderId: string }) => {
        if (end()) await latest.current.onApprove(data.orderId)
      },
      onCancel: () => void (end() && latest.current.onCancel()),
      onError: fail,
      onComplete: () => {}, // the card session doesn't start without it
    }
    return { callbacks, fail, renew }
  }, [])
}

const FORM_PX = 300 // the button alone is much lower, and PayPal's form is about 690 px high
const SETTLED_MS = 300

/**
 * Scrolls to the card form, which opens below its button and, on phones, below the visible part. PayPal renders it some
 * time after the click, and the line about the held seats appears above it, so this waits until sizes stop changing. It
 * scrolls only once.
 */
export function useScrollToCardForm(open: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = box.current
    if (!open || !form || typeof ResizeObserver === "undefined") return
    let settled: ReturnType<typeof setTimeout>
    const show = () => {
      if (form.getBoundingClientRect().height < FORM_PX) return
      observer.disconnect()
      form.scrollIntoView({ block: "nearest", behavior: allowsMotion() ? "smooth" : "instant" })
    }
    const observer = new ResizeObserver(() => {
      clearTimeout(settled)
      settled = setTimeout(show, SETTLED_MS)
    })
    observer.observe(form)
    observer.observe(document.body)
    return () => {
      clearTimeout(settled)
      observer.disconnect()
    }
  }, [open])
  return box
}

const allowsMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches
