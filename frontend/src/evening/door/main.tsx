import "./door.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App"
import { setClubZone } from "~/common/lib/time/clubTime"
import { unlockSound } from "./device/feedback"
import { readShop } from "./device/page"
import { startPhone } from "./phone"

for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, unlockSound)

const shop = readShop()
setClubZone(shop.timeZone)

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App phone={startPhone()} shop={shop} />
  </StrictMode>,
)
