import "./tournament.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App"
import { followTournament } from "./live"
import { readPage } from "./page"

const page = readPage()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App live={followTournament(page.id)} page={page} />
  </StrictMode>,
)
