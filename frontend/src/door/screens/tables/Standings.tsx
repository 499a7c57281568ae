import { formatFraction } from "~/tables/fractions"
import { rankPlayers } from "~/tables/standings"
import type { Tournament } from "~/tables/types"

/** The standings as they are now, by our rules. */
export function Standings({ now }: { now: Tournament }) {
  const { format, points, rounds } = now
  if (!points) return <p>No points are counted.</p>
  if (rounds.length === 0) return <p>The standings begin with the first round.</p>
  const isOfTwo = format !== "commander"
  const standings = rankPlayers(now)
  return (
    <section aria-labelledby="standings" className="grid gap-2">
      <h2 id="standings" className="text-2xl">
        {now.endedAt ? "Final standings" : "Standings"}
      </h2>
      <div className="overflow-x-auto">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-right [&>th]:p-1 [&>th]:font-semibold">
              <th scope="col">#</th>
              <th scope="col" className="text-left">
                Name
              </th>
              <th scope="col">Points</th>
              <th scope="col">
                <abbr title="Mean share of match points that the opponents won">OMW</abbr>
              </th>
              {isOfTwo ? (
                <>
                  <th scope="col">
                    <abbr title="Share of game points">GW</abbr>
                  </th>
                  <th scope="col">
                    <abbr title="Mean share of game points of the opponents">OGW</abbr>
                  </th>
                </>
              ) : (
                <th scope="col">Wins</th>
              )}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ player, rank, isTied, points: won, omw, gw, ogw, wins }) => (
              <tr key={player._id} className="border-b border-hair text-right [&>*]:p-1">
                <td>{isTied ? `${rank}=` : rank}</td>
                <th scope="row" className="text-left font-semibold [overflow-wrap:anywhere]">
                  {player.name}
                </th>
                <td className="font-bold">{won}</td>
                <td>{formatFraction(omw)}</td>
                {isOfTwo ? (
                  <>
                    <td>{formatFraction(gw)}</td>
                    <td>{formatFraction(ogw)}</td>
                  </>
                ) : (
                  <td>{wins}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-ink-2">By our rules. Tables without a result don't count yet.</p>
    </section>
  )
}
