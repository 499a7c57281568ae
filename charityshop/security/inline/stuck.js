{
  const tell = () => {
    const { ready, tooOld } = document.documentElement.dataset
    if (ready || tooOld || document.getElementById("stuck")) return
    const message = document.createElement("p")
    message.id = "stuck"
    message.setAttribute("role", "alert")
    message.innerHTML = `This page didn't finish loading. Check your connection, then <a href="">try again</a>.`
    document.body?.append(message)
  }
  addEventListener("error", (event) => event.target.localName === "script" && tell(), true)
  addEventListener("unhandledrejection", tell)
  setTimeout(tell, 30000)
}
