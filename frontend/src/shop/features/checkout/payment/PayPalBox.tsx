import { PayPalProvider as AnyPayPalProvider } from "@paypal/react-paypal-js/sdk-v6"
import { useQuery } from "@tanstack/react-query"
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react"
import type { Component } from "~/common/jsx/jsx-runtime"
import { paypalConfigQuery } from "~/shop/queries/checkout"
import type { PayPalConfig } from "~/common/api/types"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { PayButtons, type PayPalHandlers } from "./PayButtons"

const TIMEOUT_MS = 10_000

const PayPalProvider = AnyPayPalProvider as Component<ComponentProps<typeof AnyPayPalProvider>>

interface PayPalBoxProps extends PayPalHandlers {
  disabled: boolean
  waiting: boolean
}

/** PayPal's buttons with their loading and error states, in a box of constant height. */
export function PayPalBox(props: PayPalBoxProps) {
  const [attempt, setAttempt] = useState(0)
  return <LoadAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

type LoadState = "loading" | "ready" | "failed"

function LoadAttempt({ onRetry, ...buttons }: PayPalBoxProps & { onRetry: () => void }) {
  const [state, setState] = useState<LoadState>("loading")
  const { data: config, error, refetch } = useQuery(paypalConfigQuery())
  const failed = (reason: unknown) => {
    console.error("The payment script did not load.", reason)
    setState("failed")
  }
  const timeOut = useEffectEvent(() => failed(new Error(`Not loaded within ${TIMEOUT_MS / 1000} seconds.`)))
  useEffect(() => {
    if (state !== "loading") return
    const timer = setTimeout(() => timeOut(), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])

  if (state === "failed" || (error && !config)) {
    return (
      <LoadFailed
        onRetry={() => {
          if (!config) void refetch()
          onRetry()
        }}
      />
    )
  }
  return (
    <div className="grid min-h-42 content-start gap-3">
      {state === "loading" && <LoadingPayment />}
      {config && (
        <WithScript config={config} onFailed={failed}>
          <PayButtons {...buttons} onReady={() => setState("ready")} onFailed={failed} />
        </WithScript>
      )}
    </div>
  )
}

interface WithScriptProps {
  config: PayPalConfig
  onFailed: (error: unknown) => void
  children: React.ReactNode
}

/**
 * In the demo, loads the simulator's script first, because PayPal's library uses a loaded script instead of its own.
 */
function WithScript({ config, onFailed, children }: WithScriptProps) {
  const [loaded, setLoaded] = useState(config.scriptUrl === null)
  useEffect(() => {
    if (config.scriptUrl === null) return
    let mounted = true
    loadSimulator(config.scriptUrl).then(
      () => mounted && setLoaded(true),
      (error: unknown) => mounted && onFailed(error),
    )
    return () => {
      mounted = false
    }
    // Once for each mount: trying again mounts a new component.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [config.scriptUrl])
  if (!loaded) return null
  return (
    <PayPalProvider
      clientId={config.clientId}
      environment={config.environment === "live" ? "production" : "sandbox"}
      components={["paypal-payments", "venmo-payments", "paypal-guest-payments"]}
      pageType="checkout"
      locale="en-US"
    >
      {children}
    </PayPalProvider>
  )
}

function LoadingPayment() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <div aria-hidden className="skeleton h-12" />
      <div aria-hidden className="skeleton h-12" />
      <p role="status" className="text-sm text-ink-2">
        Loading secure payment…
      </p>
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorNotice
      error="Payment could not load. Check your connection or an ad blocker."
      onRetry={onRetry}
      className="min-h-42"
    />
  )
}

let loading: { src: string; done: Promise<void> } | undefined

/**
 * Loads the simulator's script. It must be loaded before PayPal's library checks for a script, or the library would
 * load PayPal's own.
 */
function loadSimulator(src: string): Promise<void> {
  if (loading?.src === src) return loading.done
  const done = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      loading = undefined // the next attempt loads it again
      script.remove()
      reject(new Error("The simulator's script did not load."))
    }
    document.head.append(script)
  })
  loading = { src, done }
  return done
}
