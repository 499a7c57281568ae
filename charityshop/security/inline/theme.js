{
  let chosen = ""
  try {
    chosen = (localStorage.getItem("theme") || "").replace(/"/g, "")
  } catch {}
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches
  document.documentElement.dataset.colorScheme = chosen === "dark" || (chosen !== "light" && isDark) ? "dark" : "light"
}
