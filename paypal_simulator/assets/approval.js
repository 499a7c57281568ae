// The approval window: sends the buyer's choice to the simulator, then to the shop's page that opened the window.
"use strict"

const { token, origin, fund } = document.body.dataset
const trouble = document.getElementById("trouble")
const buttons = document.querySelectorAll("button")
const cardNumber = document.getElementById("card-number")

/** The shop's page: the one that opened this window, or the one that embeds this form. */
function shopPage() {
  if (window.opener) return window.opener
  return window.parent === window ? null : window.parent
}

/** Send a message to the shop's origin only, even if the window shows another page by now. */
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

/** The form itself refuses this card and stays open; the shop only gets a warning. */
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
  // In the shop's dialog the focus is in this frame, so the dialog itself gets no Esc.
  if (event.key === "Escape" && window.parent !== window && fund !== "card") cancel()
})
document.getElementById("fail").addEventListener("click", () => {
  setBusy(true)
  tellShop({ type: "error", message: "The PayPal window failed on purpose." })
})
setBusy(false) // enabled only now, once the listeners are attached
