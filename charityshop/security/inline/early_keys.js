var earlyKeys = []
function hearEarly(event) {
  if (event.target.localName === "input" || event.ctrlKey || event.altKey || event.metaKey) return
  if (/^(.|Enter|Tab|F2|Dead|Process)$/.test(event.key)) earlyKeys.push(event)
}
addEventListener("keydown", hearEarly, true)
addEventListener("pagehide", () => {
  if (earlyKeys.length === 0) return
  try {
    const kept = JSON.parse(sessionStorage.getItem("door-keys") || '{"waiting":[]}')
    kept.waiting.push(...earlyKeys.map(({ key, code }) => ({ key, code, at: 0 })))
    kept.changedAt = Date.now()
    sessionStorage.setItem("door-keys", JSON.stringify(kept))
  } catch {}
})
