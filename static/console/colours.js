// Puts the browser's own colour picker beside every colour that is typed as #12402F.
for (const typed of document.querySelectorAll("input[data-colour]")) {
  const picker = document.createElement("input")
  const show = () => {
    if (/^#[0-9a-f]{6}$/i.test(typed.value)) picker.value = typed.value
  }
  picker.type = "color"
  picker.className = "colour-picker"
  picker.setAttribute("aria-label", `Pick the ${(typed.labels[0]?.textContent ?? "colour").replace(":", "").trim()}`)
  picker.addEventListener("input", () => (typed.value = picker.value.toUpperCase()))
  typed.addEventListener("input", show)
  show()
  typed.after(picker)
}
