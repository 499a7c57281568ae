// Uses PayPal's documented browser API the way a shop does, and writes down every callback.
"use strict"
window.heard = []
const hear = (name) => (data) => {
  window.heard.push({ name, ...data, message: data?.message, code: data?.code })
}
const callbacks = {
  onApprove: async (data) => hear("approve")(data),
  onCancel: hear("cancel"),
  onError: hear("error"),
  onWarn: hear("warn"),
  onComplete: hear("complete"),
}
const mode = new URLSearchParams(location.search).get("mode") ?? "auto"

function createOrder() {
  return fetch("/order", { method: "POST" }).then(async (answer) => {
    if (!answer.ok) throw new Error("The order was refused.")
    return answer.json()
  })
}

async function refusal(act) {
  try {
    await act()
    return "nothing"
  } catch (error) {
    return error.message
  }
}

window.ready = (async () => {
  const components = ["paypal-payments", "venmo-payments", "paypal-guest-payments"]
  const instance = await window.paypal.createInstance({ clientId: "id", components, locale: "en-US" })
  window.instance = instance
  window.refusal = refusal
  const paypalSession = instance.createPayPalOneTimePaymentSession(callbacks)
  const cardSession = instance.createPayPalGuestOneTimePaymentSession(callbacks)
  const venmoSession = instance.createVenmoOneTimePaymentSession(callbacks)
  window.sessions = { paypalSession, venmoSession, cardSession }
  const card = document.getElementById("card")
  document.getElementById("paypal").addEventListener("click", () => {
    paypalSession.start({ presentationMode: mode }, createOrder()).catch(() => {})
  })
  document.getElementById("venmo").addEventListener("click", () => {
    venmoSession.start({ presentationMode: mode }, createOrder()).catch(() => {})
  })
  card.addEventListener("click", () => {
    cardSession.start({ targetElement: card }, createOrder()).catch(() => {})
  })
})()
