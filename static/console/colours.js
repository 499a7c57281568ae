// Puts the browser's color picker next to each text input for a color such as #12402F.
for (const typed of document.querySelectorAll("input[data-colour]")) {
  const picker = document.createElement("input")
  // An empty input shows the computed color as its placeholder.
  const show = () => {
    const color = typed.value || typed.placeholder
    if (/^#[0-9a-f]{6}$/i.test(color)) picker.value = color
  }
  picker.type = "color"
  picker.className = "colour-picker"
  picker.setAttribute("aria-label", `Pick the ${(typed.labels[0]?.textContent ?? "color").replace(":", "").trim()}`)
  picker.addEventListener("input", () => (typed.value = picker.value.toUpperCase()))
  typed.addEventListener("input", show)
  show()
  const pair = document.createElement("span")
  pair.className = "colour-pair"
  typed.replaceWith(pair)
  pair.append(typed, picker)
}
