import "./door.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App"
import { unlockSound } from "./device/feedback"
import { readShop } from "~/common/lib/visible"
import { ErrorBoundary } from "~/common/ui/plain"
import { startPhone } from "./phone"

for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, unlockSound)

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <ErrorBoundary>
      <App phone={startPhone()} shop={readShop()} />
    </ErrorBoundary>
  </StrictMode>,
)
