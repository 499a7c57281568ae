// Modal dialogs, which jsdom lacks: the focus, the rest of the page out of reach, and Esc.

const opened: { dialog: HTMLDialogElement; opener: Element | null }[] = []

/** Hides the rest of the page from queries by role. */
function hideTheRest() {
  const top = opened.at(-1)?.dialog
  for (const each of document.body.children) {
    if (top && !each.contains(top)) each.setAttribute("aria-hidden", "true")
    else each.removeAttribute("aria-hidden")
  }
}

HTMLDialogElement.prototype.showModal = function () {
  opened.push({ dialog: this, opener: document.activeElement })
  this.open = true
  hideTheRest()
  this.tabIndex = -1
  ;(this.querySelector<HTMLElement>("a[href], button, input, select, textarea") ?? this).focus()
}

HTMLDialogElement.prototype.close = function () {
  const at = opened.findIndex(({ dialog }) => dialog === this)
  if (at < 0) return
  const [closed] = opened.splice(at, 1)
  this.open = false
  hideTheRest()
  if (closed?.opener instanceof HTMLElement) closed.opener.focus()
}

// Nothing in a closed dialog can have the focus.
const setFocus = HTMLElement.prototype.focus
HTMLElement.prototype.focus = function (options) {
  if (!this.closest("dialog:not([open])")) setFocus.call(this, options)
}

window.addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (key === "Escape" && !defaultPrevented)
    opened.at(-1)?.dialog.dispatchEvent(new Event("cancel", { cancelable: true }))
})
