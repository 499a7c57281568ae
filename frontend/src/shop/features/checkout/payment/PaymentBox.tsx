import { useQuery } from "@tanstack/react-query"
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { paypalConfigQuery } from "~/shop/queries/checkout"
import { useInLine } from "~/common/lib/inLine"
import { formatMoney } from "~/common/lib/money"
import { shop } from "~/shop/state/shop"
import { Notice } from "~/common/ui/feedback/Notice"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { HoldLine } from "~/common/ui/time/HoldLine"
import { isReady, isWithPayPal, type PaymentState, type Refusal } from "./machine"
import { PayPalBox } from "./PayPalBox"
import type { Payment } from "./usePayment"

/** A copy of the button below, so the page is complete without it. */
const PayBar = latePart(() => import("~/shop/features/checkout/PayBar"), orNothing)
const CartRefusal = latePart(() => import("./CartRefusal"))

interface PaymentBoxProps {
  payment: Payment
  /** Dollars */
  total: number
  /** The total is being calculated. */
  isPricing?: boolean
  /** When the hold of the placed order expires; null without an order. */
  heldUntil: string | null
  /** PayPal's ID of a payment that was approved for this order but not finished. */
  approved?: string | null
  /** Why it can't be paid yet, shown instead of the buttons. */
  blocked?: ReactNode
  /** A ref to the box, for focusing it. */
  box?: RefObject<HTMLDivElement | null>
}

/** The last box of the checkout: errors, the time left of the hold, and the payment buttons. */
export function PaymentBox({ payment, total, isPricing = false, heldUntil, approved, blocked, box }: PaymentBoxProps) {
  const { state } = payment
  const inLine = useInLine()
  const refusal = state.phase === "refused" ? state.refusal : null
  const ownRef = useRef<HTMLDivElement>(null)
  const ref = box ?? ownRef
  const [firstButton, setFirstButton] = useState<HTMLElement | null>(null)
  useFocusAfterPayPal(ref, refusal)
  const show = () => {
    firstButton?.scrollIntoView({ block: "center" })
    ref.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Payment" className="grid gap-4 rounded-md">
      {refusal && (
        <RefusalNotice
          refusal={refusal}
          onDone={payment.dismiss}
          onConfirmAgain={(approved) => void payment.approved(approved)}
        />
      )}
      {approved && state.phase === "idle" && <ApprovedBefore onConfirm={() => void payment.approved(approved)} />}
      {state.phase === "placing" && inLine && <Notice role="status">Many people are booking. You're in line…</Notice>}
      {heldUntil && <HoldLine key={heldUntil} until={heldUntil} canPay={!blocked} />}
      <div className="relative grid gap-4">
        {/* As high as a button, because PayPal's script draws its own later. */}
        <div ref={setFirstButton} aria-hidden className="pointer-events-none absolute inset-x-0 top-0 h-12" />
        {blocked ??
          (total === 0 ? (
            <FreeOrder payment={payment} isPricing={isPricing} />
          ) : (
            <PaymentButtons payment={payment} total={total} isPricing={isPricing} />
          ))}
      </div>
      {isReady(state) && (
        <PayBar
          total={total}
          button={firstButton}
          onShow={show}
          onPlace={blocked || isPricing ? undefined : () => void payment.placeFreeOrder()}
        />
      )}
      <Dialog
        open={isConfirming(state, total)}
        onOpenChange={() => {}}
        closable={false}
        title="Confirming your payment…"
      >
        <p>Please keep this page open.</p>
      </Dialog>
    </div>
  )
}

/** Whether the payment was sent and the order page has not opened yet. A free order has no payment. */
function isConfirming({ phase }: PaymentState, total: number): boolean {
  return phase === "capturing" || (phase === "done" && total > 0)
}

/** Focuses the box after a failed payment: the buttons lose the focus when they are disabled. */
function useFocusAfterPayPal(box: RefObject<HTMLElement | null>, refusal: Refusal | null): void {
  useEffect(() => {
    if (refusal && document.activeElement === document.body) box.current?.focus()
  }, [refusal, box])
}

function PaymentButtons({ payment, total, isPricing }: { payment: Payment; total: number; isPricing: boolean }) {
  const { data: config } = useQuery(paypalConfigQuery())
  const online = useOnline()
  const testHint = useId()
  const disabled = !isReady(payment.state) || !online || isPricing
  return (
    <>
      <PayPalBox
        disabled={disabled}
        waiting={isWithPayPal(payment.state)}
        createOrder={payment.createPayPalOrder}
        onApprove={payment.approved}
        onCancel={() => void payment.cancelled()}
        onError={payment.failed}
      />
      <p className="text-sm text-ink-2">
        You pay {formatMoney(total)} to {shop().name} with PayPal. We never see your card.
      </p>
      {config?.testOrders && (
        <>
          <Button
            look="quiet"
            disabled={disabled}
            aria-describedby={testHint}
            onClick={() => void payment.placeTestOrder()}
          >
            Test Order
          </Button>
          <p id={testHint} className="-mt-2 text-sm text-ink-2">
            For trying out the shop: places an order without paying.
          </p>
        </>
      )}
    </>
  )
}

function FreeOrder({ payment, isPricing }: { payment: Payment; isPricing: boolean }) {
  const hint = useId()
  const online = useOnline()
  return (
    <>
      <Button
        disabled={!online || isPricing}
        busy={!isReady(payment.state)}
        busyText="Booking…"
        aria-describedby={hint}
        onClick={() => void payment.placeFreeOrder()}
      >
        Book for free
      </Button>
      <p id={hint} className="text-sm text-ink-2">
        There is nothing to pay.
      </p>
    </>
  )
}

/** For a buyer who left the page after approving the payment at PayPal: the approval can still be used. */
function ApprovedBefore({ onConfirm }: { onConfirm: () => void }) {
  return (
    <Notice look="info" role="status">
      <p className="mb-2">You approved this payment at PayPal, but it was not finished. Nothing was charged yet.</p>
      <Button look="secondary" onClick={onConfirm}>
        Finish the payment
      </Button>
    </Notice>
  )
}

interface RefusalNoticeProps {
  refusal: Refusal
  onDone: () => void
  /** Captures the approved payment again. */
  onConfirmAgain: (approved: string) => void
}

/** Says next to the payment buttons why the order isn't paid, and what the buyer can do. */
function RefusalNotice({ refusal, onDone, onConfirmAgain }: RefusalNoticeProps) {
  switch (refusal.kind) {
    case "message":
      // A toast shows the reason of an error.
      return refusal.look === "error" ? (
        <Notice look="warning">You haven't paid yet. Choose how to pay to try again.</Notice>
      ) : (
        <Notice role="status">{refusal.message}</Notice>
      )
    case "unanswered":
      return (
        <Notice look="warning" role="alert" onRetry={() => onConfirmAgain(refusal.approved)}>
          {refusal.message}
        </Notice>
      )
    default:
      return <CartRefusal refusal={refusal} onDone={onDone} />
  }
}
