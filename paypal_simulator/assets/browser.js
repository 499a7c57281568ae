// The part of PayPal's web SDK v6 that a shop with PayPal, Venmo and card buttons uses.
// Defines window.paypal with a version that starts with "6", so that PayPal's own loader uses it and loads nothing.
"use strict"
;(() => {
  const SIMULATOR = new URL(document.currentScript.src).origin
  const CLOSED_WINDOW_CHECK_MS = 300 // closing a window sends no event to the page that opened it
  const PAYMENT_STATES = { approve: "approved", cancel: "canceled", error: "error" }

  function paypalError(code, message, isRecoverable = false) {
    return Object.assign(new Error(message), { code, isRecoverable })
  }

  // --- the buttons -------------------------------------------------------------------------------------------------

  // Properties, because the shop's policy allows no inline styles.
  const BUTTON_STYLE =
    "display: block; width: 100%; min-height: 48px; border: 0; border-radius: 4px; cursor: pointer; " +
    "font: 600 16px system-ui, sans-serif; "

  function defineButton(tag, label, colors) {
    if (customElements.get(tag)) return // a second createInstance, as in React's strict mode
    class PaymentButton extends HTMLElement {
      static observedAttributes = ["disabled"]
      #button = document.createElement("button")

      constructor() {
        super()
        const root = this.attachShadow({ mode: "open", delegatesFocus: true })
        this.#button.type = "button"
        this.#button.style.cssText = BUTTON_STYLE + colors
        this.#button.textContent = label
        this.#button.addEventListener("focus", () => this.#outline(this.#button.matches(":focus-visible")))
        this.#button.addEventListener("blur", () => this.#outline(false))
        root.append(this.#button)
      }

      // React sets the property, not the attribute.
      get disabled() {
        return this.hasAttribute("disabled")
      }

      set disabled(value) {
        this.toggleAttribute("disabled", Boolean(value))
      }

      attributeChangedCallback() {
        this.#button.disabled = this.disabled
        this.#button.style.opacity = this.disabled ? "0.5" : "1"
      }

      #outline(isSeen) {
        this.#button.style.outline = isSeen ? "3px solid #0070e0" : "none"
        this.#button.style.outlineOffset = "2px"
      }
    }
    customElements.define(tag, PaymentButton)
  }

  // --- the three places where a buyer can approve: a window, a dialog, a form in the page ---------------------------

  /** Has to be called during the click. Returns null if the browser blocks the window. */
  function openWindow() {
    // An empty address, as in PayPal's script: Firefox cuts a page that it has loaded, even about:blank, off from the shop.
    const opened = window.open("", "paypal_simulator", "popup,width=440,height=720")
    if (!opened) return null
    return {
      source: () => opened,
      show: (url) => {
        opened.location.href = url
      },
      isClosed: () => opened.closed,
      focus: () => opened.focus(),
      close: () => opened.close(),
    }
  }

  function makeFrame() {
    const frame = document.createElement("iframe")
    frame.title = "PayPal"
    Object.assign(frame.style, { display: "block", width: "100%", height: "690px", border: "0" })
    return frame
  }

  function framePlace(frame, holder, isClosed) {
    return {
      source: () => frame.contentWindow,
      show: (url) => {
        frame.src = url
      },
      isClosed,
      focus: () => frame.focus(),
      close: () => holder.remove(),
    }
  }

  function openDialog() {
    const dialog = document.createElement("dialog")
    const frame = makeFrame()
    let closed = false
    dialog.setAttribute("aria-label", "PayPal")
    Object.assign(dialog.style, { width: "min(440px, 94vw)", maxHeight: "94vh", padding: "0", border: "0" })
    frame.style.height = "min(690px, 90vh)"
    dialog.append(frame)
    dialog.addEventListener("close", () => {
      closed = true // Esc
    })
    document.body.append(dialog)
    dialog.showModal()
    return framePlace(frame, dialog, () => closed)
  }

  function openForm(button) {
    const holder = document.createElement("div")
    const frame = makeFrame()
    holder.append(frame)
    button.after(holder)
    return framePlace(frame, holder, () => !holder.isConnected)
  }

  function openPlace(presentationMode, targetElement) {
    if (targetElement) return openForm(targetElement)
    if (presentationMode === "modal") return openDialog()
    const opened = openWindow()
    if (opened) return opened
    if (presentationMode === "popup") throw paypalError("ERR_DEV_UNABLE_TO_OPEN_POPUP", "The popup was blocked.", true)
    return openDialog()
  }

  // --- a payment ---------------------------------------------------------------------------------------------------

  function approvalUrl(orderId, fund) {
    return `${SIMULATOR}/checkoutnow?${new URLSearchParams({ token: orderId, origin: location.origin, fund })}`
  }

  function createSession(fund, options) {
    let current = null // the payment in progress: { place, finish }

    /** Wait for the buyer. Only messages from the simulator's page in our own window or frame count. */
    function listen(place) {
      let finish
      const done = new Promise((resolve) => {
        finish = resolve
      })
      const hear = (event) => {
        if (event.origin !== SIMULATOR || event.source !== place.source() || !event.data?.paypalSim) return
        if (event.data.type === "warn") options.onWarn?.({ message: event.data.message })
        else finish(event.data)
      }
      const timer = setInterval(() => place.isClosed() && finish({ type: "cancel" }), CLOSED_WINDOW_CHECK_MS)
      const leave = () => finish({ type: "gone" })
      window.addEventListener("message", hear)
      window.addEventListener("pagehide", leave)
      const stop = () => {
        clearInterval(timer)
        window.removeEventListener("message", hear)
        window.removeEventListener("pagehide", leave)
        place.close()
      }
      return { done, finish, stop }
    }

    async function report(answer, orderId) {
      if (answer.type === "gone") return // the page destroyed the session
      if (answer.type === "approve") {
        await options.onApprove?.({ orderId, payerId: answer.payerId, fundingSource: fund })
      } else if (answer.type === "cancel") options.onCancel?.({ orderId })
      else options.onError?.(paypalError("ERR_SIMULATED", answer.message))
      options.onComplete?.({ paymentSessionState: PAYMENT_STATES[answer.type] })
    }

    async function start({ presentationMode = "auto", targetElement } = {}, orderPromise) {
      if (current) {
        current.place.focus() // a second click
        return
      }
      const place = openPlace(presentationMode, targetElement) // before any await, or the browser blocks the window
      const { done, finish, stop } = listen(place)
      current = { place, finish }
      try {
        // The buyer may close the window before the shop's server has created the order.
        const made = options.orderId ? options : await Promise.race([orderPromise, done.then(() => undefined)])
        if (made && !made.orderId) throw paypalError("ERR_INVALID_ORDER", "createOrder must give { orderId }.")
        if (made) place.show(approvalUrl(made.orderId, fund))
        const answer = await done
        stop()
        await report(answer, made?.orderId)
      } catch (error) {
        options.onError?.(error)
        throw error
      } finally {
        stop()
        current = null
      }
    }

    return {
      start,
      cancel: () => current?.finish({ type: "cancel" }),
      destroy: () => current?.finish({ type: "gone" }),
      hasReturned: () => false,
      resume: async () => {},
    }
  }

  // --- window.paypal -----------------------------------------------------------------------------------------------

  const ELIGIBLE = {
    isEligible: (method) => ["paypal", "venmo", "card"].includes(method),
    getDetails: () => ({ canBeVaulted: false }),
  }

  const COMPONENTS = {
    "paypal-payments": () => {
      defineButton("paypal-button", "Pay with PayPal", "background: #ffc439; color: #111")
      return { createPayPalOneTimePaymentSession: (options) => createSession("paypal", options) }
    },
    "venmo-payments": () => {
      defineButton("venmo-button", "Pay with Venmo", "background: #008cff; color: #111")
      return { createVenmoOneTimePaymentSession: (options) => createSession("venmo", options) }
    },
    "paypal-guest-payments": () => {
      defineButton("paypal-basic-card-button", "Debit or Credit Card", "background: #2c2e2f; color: #fff")
      return {
        createPayPalGuestOneTimePaymentSession: (options) => {
          // Optional in the types, but the real script does not start without it.
          if (typeof options.onComplete !== "function") {
            throw paypalError("ERR_DEV_MISSING_ON_COMPLETE", "onComplete is required for guest payments.")
          }
          return createSession("card", options)
        },
      }
    },
  }

  async function createInstance({ clientId, components = ["paypal-payments"], locale } = {}) {
    if (!clientId) throw paypalError("ERR_DEV_MISSING_CLIENT_ID", "clientId is required.")
    if (locale?.includes("_")) {
      throw paypalError("ERR_DEV_INVALID_LOCALE", `locale is written with a hyphen, en-US, not ${locale}.`)
    }
    const unknown = components.filter((name) => !Object.hasOwn(COMPONENTS, name))
    if (unknown.length) throw paypalError("ERR_DEV_UNKNOWN_COMPONENT", `Unknown component: ${unknown.join(", ")}.`)
    return Object.assign(
      { findEligibleMethods: async () => ELIGIBLE, hydrateEligibleMethods: () => ELIGIBLE, updateLocale() {} },
      ...components.map((name) => COMPONENTS[name]()),
    )
  }

  window.paypal = { version: "6.0.0", createInstance }
})()
