import "./tournament.css"
import { StrictMode, useEffect, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { followTournament, type Live, type ScreenProps } from "./live"
import { Evening } from "./screens/Evening"
import type { Component } from "~/common/jsx/jsx-runtime"
import { readShop } from "~/common/lib/visible"
import { Button, ErrorBoundary } from "~/common/ui/plain"

const shop = readShop()

/** On a phone or, with "?wall", on a projector, whose screen loads only there. */
async function start(): Promise<void> {
  const isWall = new URLSearchParams(location.search).has("wall")
  const Screen = isWall ? (await import("./screens/Wall")).Wall : Evening
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <ErrorBoundary>
        <App live={followTournament(location.pathname.split("/")[2] ?? "")} Screen={Screen} />
      </ErrorBoundary>
    </StrictMode>,
  )
}

void start() // if it fails, the page's inline script says so

/** The page of a tournament. */
function App({ live, Screen }: { live: Live; Screen: Component<ScreenProps> }) {
  const known = useSyncExternalStore(live.subscribe, live.get)
  const { tournament, missing, isOffline } = known
  const title = tournament?.name ?? "Tables"
  useEffect(() => {
    document.documentElement.dataset.ready = "1" // for the page's inline script
    document.title = `${title} · ${shop.name}`
  }, [title])
  if (tournament) return <Screen tournament={tournament} known={known} report={live.report} shop={shop} />
  return (
    <main
      className="wrap grid max-w-xl content-start justify-items-start gap-4 py-12"
      aria-busy={!missing && !isOffline}
    >
      <h1>{missing ? "No tables here" : "Tables"}</h1>
      {missing && <p>{missing} The address may be wrong, or the organizer doesn't show them any more.</p>}
      {!missing && <p role="status">{isOffline ? "No connection. We keep trying." : "Loading the tables…"}</p>}
      {!missing && isOffline && (
        <Button look="secondary" onClick={() => void live.load()}>
          Try again
        </Button>
      )}
      {missing && <a href="/">{shop.name}</a>}
    </main>
  )
}
