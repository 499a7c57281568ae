(function () {
  var needed = [
    "AbortSignal.timeout", "Array.prototype.at", "Array.prototype.findLast", "HTMLDialogElement", "IntersectionObserver",
    "Intl.DisplayNames", "Object.fromEntries", "Object.hasOwn", "Promise.allSettled", "ResizeObserver",
    "String.prototype.replaceAll", "URLSearchParams", "crypto.getRandomValues", "fetch", "globalThis", "queueMicrotask",
    "structuredClone"
  ]
  function isMissing(path) {
    var found = window, names = path.split(".")
    for (var i = 0; i < names.length; i++) if (found) found = found[names[i]]
    return !found
  }
  var isTooOld = !("noModule" in document.createElement("script"))
  for (var i = 0; i < needed.length; i++) isTooOld = isTooOld || isMissing(needed[i])
  if (!isTooOld) return
  document.documentElement.setAttribute("data-too-old", "true")
  document.addEventListener("DOMContentLoaded", function () {
    var message = document.createElement("p")
    message.setAttribute("role", "alert")
    message.style.cssText =
      "margin: 0; padding: 12px 16px; background: #fff3cd; color: #1d2420; font: 600 16px sans-serif; text-align: center"
    message.appendChild(document.createTextNode(
      "Your browser is too old for this page. It needs Safari 16, Chrome or Edge 109, or Firefox 115, or a newer one. " +
        "Update your browser, or use another one."
    ))
    document.body.insertBefore(message, document.body.firstChild)
  })
})()
