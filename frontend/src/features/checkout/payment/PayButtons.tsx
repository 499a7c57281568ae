import {
  INSTANCE_LOADING_STATE,
  usePayPal,
  usePayPalGuestPaymentSession,
  usePayPalOneTimePaymentSession,
} from "@paypal/react-paypal-js/sdk-v6"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Button } from "~/ui/layout/Button"
import { Notice } from "~/ui/feedback/Notice"
import { useFormInSight } from "./useFormInSight"

export interface PayPalHandlers {
  /** Answers PayPal's order id. Runs inside the press. */
  createOrder: () => Promise<string>
  onApprove: (paypalOrderId: string) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}

interface PayButtonsProps extends PayPalHandlers {
  /** From a press to its answer, while offline, and while the cart can't be paid. */
  disabled: boolean
  /** PayPal's window or form is open for this press. */
  waiting: boolean
  onReady: () => void
  onFailed: (error: Error) => void
}

type Way = "paypal" | "card"

/** PayPal's two buttons, drawn by its own script. Needs a PayPalProvider around it. */
export function PayButtons({ disabled, waiting, onReady, onFailed, ...handlers }: PayButtonsProps) {
  const { loadingStatus, error } = usePayPal()
  const [pressed, setPressed] = useState<Way>("paypal")
  const { callbacks, fail, renew } = useOneAttempt(handlers)
  const paypal = usePayPalOneTimePaymentSession({ presentationMode: "auto", ...callbacks })
  const [warning, setWarning] = useState<string | null>(null)
  const { buttonRef: cardButton, ...card } = usePayPalGuestPaymentSession({
    ...callbacks,
    onWarn: useCallback((data) => setWarning(data.message), []),
  })
  const cardBox = useFormInSight(waiting && pressed === "card")
  const resolved = loadingStatus === INSTANCE_LOADING_STATE.RESOLVED

  const told = useRef({ onReady, onFailed })
  useLayoutEffect(() => {
    told.current = { onReady, onFailed }
  })
  // Runs after the hooks' own effects have made their sessions: a press before that would be lost.
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    setDrawn(resolved)
    if (error) told.current.onFailed(error)
    else if (resolved) told.current.onReady()
  }, [error, resolved])

  if (!drawn) return null
  const sessions = { paypal, card }
  // The window opens only inside the press: nothing is awaited before handleClick.
  const press = (way: Way) => () => {
    if (disabled) return
    renew()
    setPressed(way)
    setWarning(null)
    sessions[way].handleClick().catch(fail)
  }
  return (
    <>
      <paypal-button type="pay" disabled={disabled} onClick={press("paypal")} className="block min-h-12 w-full" />
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
          way={pressed}
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

/** The buyer is at PayPal. Its window may be hidden behind this one, so there are ways back to it and out of it. */
function AtPayPal({ way, onShow, onCancel }: { way: Way; onShow: () => void; onCancel: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4">
      <p>{way === "paypal" ? "Finish the payment in PayPal's window." : "Fill in your card's details above."}</p>
      {way === "paypal" && (
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
 * Both buttons share one attempt: each press asks for an order, but one attempt has one order, and its end is told
 * once. The callbacks never change, so that the sessions are made once.
 */
function useOneAttempt(handlers: PayPalHandlers) {
  const live = useRef(handlers)
  useLayoutEffect(() => {
    live.current = handlers
  })
  const order = useRef<Promise<{ orderId: string }> | null>(null)
  const over = useRef(true)

  return useMemo(() => {
    /** Whether this is the first end of the attempt. */
    const end = () => {
      order.current = null
      if (over.current) return false
      return (over.current = true)
    }
    const fail = (error: unknown) => void (end() && live.current.onError(error))
    const renew = () => {
      over.current = false
      order.current = null
    }
    const callbacks = {
      createOrder: () => (order.current ??= live.current.createOrder().then((orderId) => ({ orderId }))),
      onApprove: async (data: { orderId: string }) => {
        if (end()) await live.current.onApprove(data.orderId)
      },
      onCancel: () => void (end() && live.current.onCancel()),
      onError: fail,
      onComplete: () => {}, // the card session does not start without it
    }
    return { callbacks, fail, renew }
  }, [])
}
