// Puts the browser's own colour picker beside every colour that is typed as #12402F.
for (const typed of document.querySelectorAll("input[data-colour]")) {
  const picker = document.createElement("input")
  // Where nothing is typed the placeholder is the colour that was worked out.
  const show = () => {
    const colour = typed.value || typed.placeholder
    if (/^#[0-9a-f]{6}$/i.test(colour)) picker.value = colour
  }
  picker.type = "color"
  picker.className = "colour-picker"
  picker.setAttribute("aria-label", `Pick the ${(typed.labels[0]?.textContent ?? "colour").replace(":", "").trim()}`)
  picker.addEventListener("input", () => (typed.value = picker.value.toUpperCase()))
  typed.addEventListener("input", show)
  show()
  const pair = document.createElement("span")
  pair.className = "colour-pair"
  typed.replaceWith(pair)
  pair.append(typed, picker)
}
