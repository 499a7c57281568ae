// Lets the buyer answer in the approval window: first the simulator hears it, then the shop's page that opened us.
"use strict"

const { token, origin, fund } = document.body.dataset
const trouble = document.getElementById("trouble")
const buttons = document.querySelectorAll("button")
const cardNumber = document.getElementById("card-number")

/** The page that waits: the one that opened this window, or the one this form stands in. */
function shopPage() {
  if (window.opener) return window.opener
  return window.parent === window ? null : window.parent
}

/** Only ever to the shop that was named, never to whatever page happens to be there now. */
function tellShop(message) {
  const page = shopPage()
  if (page) page.postMessage({ paypalSim: true, ...message }, origin)
  else complain("The shop's page is gone. You can close this window.")
}

function complain(sentence) {
  trouble.textContent = sentence
  trouble.hidden = false
  setBusy(false)
}

function setBusy(busy) {
  for (const button of buttons) button.disabled = busy
}

async function tellSimulator(action, body) {
  const answer = await fetch(`/checkoutnow/${encodeURIComponent(token)}/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  const data = await answer.json()
  if (!answer.ok) throw new Error(data.details?.[0]?.description ?? data.message)
  return data
}

/** This card is refused in the form itself, which stays open for another try: the shop hears only a warning. */
function cardIsRefused() {
  return cardNumber?.value.replace(/\D/g, "") === "4000000000000002"
}

async function pay() {
  if (cardIsRefused()) {
    tellShop({ type: "warn", message: "The card was refused. Try another one." })
    complain("The card was refused. Try another one.")
    return
  }
  const outcome = document.querySelector("input[name=outcome]:checked").value
  await decide("approve", { fund, outcome }, (data) => ({ type: "approve", payerId: data.payerId }))
}

async function decide(action, body, toMessage) {
  setBusy(true)
  trouble.hidden = true
  try {
    const data = await tellSimulator(action, body)
    tellShop(toMessage(data))
  } catch (error) {
    complain(`${error.message}`)
  }
}

function cancel() {
  return decide("cancel", {}, () => ({ type: "cancel" }))
}

document.getElementById("pay").addEventListener("click", pay)
document.getElementById("cancel").addEventListener("click", cancel)
document.addEventListener("keydown", (event) => {
  // In the shop's dialog the focus is in this frame, so the dialog itself never hears Esc.
  if (event.key === "Escape" && window.parent !== window && fund === "paypal") cancel()
})
document.getElementById("fail").addEventListener("click", () => {
  setBusy(true)
  tellShop({ type: "error", message: "The PayPal window failed on purpose." })
})
setBusy(false) // until here nobody would hear a press
