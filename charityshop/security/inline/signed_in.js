try {
  if (localStorage.getItem("userInfo")) {
    document.documentElement.dataset.signedIn = ""
    if (location.pathname === "/") {
      const next = { rel: "preload", as: "fetch", href: "/api/orders/next", crossOrigin: "use-credentials" }
      document.head.append(Object.assign(document.createElement("link"), next))
    }
  }
} catch {}
