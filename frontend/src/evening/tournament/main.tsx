import "./tournament.css"
import { StrictMode, useEffect, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { followTournament, type Live } from "./live"
import { type PageFacts, readPage } from "./page"
import { Evening } from "./screens/Evening"
import { Wall } from "./screens/Wall"
import { setClubZone } from "~/common/lib/time/clubTime"
import { Button } from "~/common/ui/plain"

const page = readPage()
setClubZone(page.shop.timeZone)

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App live={followTournament(page.id)} page={page} />
  </StrictMode>,
)

/** The page of a tournament: on a phone or, with "?wall", on a projector. */
function App({ live, page }: { live: Live; page: PageFacts }) {
  const known = useSyncExternalStore(live.subscribe, live.get)
  const { tournament, missing, isOffline } = known
  const title = tournament?.name ?? "Tables"
  useEffect(() => {
    document.documentElement.dataset.ready = "1" // for the page's inline script
    document.title = `${title} · ${page.shop.name}`
  }, [title, page])
  if (tournament) {
    const Screen = page.isWall ? Wall : Evening
    return <Screen tournament={tournament} known={known} report={live.report} shop={page.shop} />
  }
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
      {missing && <a href="/">{page.shop.name}</a>}
    </main>
  )
}
