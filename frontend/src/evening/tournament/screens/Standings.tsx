import { columnsOf } from "~/evening/tables/words"
import { isAway } from "~/common/tables/facts"
import { formatRank, rankPlayers, type Standing } from "~/common/tables/standings"
import type { ScreenProps } from "../live"
import { Fold } from "~/common/ui/layout/Fold"

/** Who leads, by the shop's own rules. */
export function Standings({ tournament, known }: Pick<ScreenProps, "tournament" | "known">) {
  const columns = columnsOf(tournament)
  const isCommander = tournament.format === "commander"
  return (
    <section aria-labelledby="standings" className="grid gap-3">
      <h2 id="standings">{tournament.endedAt ? "Final standings" : "Standings"}</h2>
      <div className="panel px-1">
        <table className="w-full border-collapse text-sm tabular-nums max-[22.5rem]:text-xs">
          <thead>
            <tr className="border-b border-line text-left">
              <Head name="Place">#</Head>
              <th scope="col" className="w-full p-1">
                Name
              </th>
              <Head name="Match points">Pts</Head>
              {columns.map(({ head, title }) => (
                <Head key={head} name={title}>
                  {head}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-hair">
            {rankPlayers(tournament).map((row) => (
              <Row key={row.player._id} row={row} isOwn={known.codes.has(row.player._id)} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <p className="pb-2 text-sm">
          By our rules: points, then {isCommander ? "OMW, then wins" : "OMW, GW and OGW"}. Only confirmed results count.
        </p>
        <Explanation isCommander={isCommander} />
      </div>
    </section>
  )
}

/** A column's head, and its name in full for who can't see the explanation. */
function Head({ name, children }: { name: string; children: string }) {
  return (
    <th scope="col" className="p-1 text-right">
      <abbr title={name} className="no-underline">
        {children}
      </abbr>
    </th>
  )
}

function Row({ row, isOwn, columns }: { row: Standing; isOwn: boolean; columns: ReturnType<typeof columnsOf> }) {
  const { player, points, wins, losses, draws } = row
  const cell = "p-1 text-right align-top"
  return (
    <tr>
      <td className={cell}>{formatRank(row)}</td>
      <th scope="row" className="p-1 text-left font-semibold [overflow-wrap:anywhere]">
        {player.name}
        {isOwn && " (you)"}
        <span className="block text-xs font-normal text-ink-2">
          {wins}–{losses}
          {draws > 0 && `–${draws}`}
          {isAway(player) && ", left"}
        </span>
      </th>
      <td className={`${cell} font-bold`}>{points}</td>
      {columns.map(({ head, valueOf }) => (
        <td key={head} className={cell}>
          {valueOf(row)}
        </td>
      ))}
    </tr>
  )
}

function Explanation({ isCommander }: { isCommander: boolean }) {
  return isCommander ? (
    <Fold className="border-t border-hair" title="What are points and OMW?">
      <p>Points: 5 for a win, 1 for a draw.</p>
      <p>
        OMW, opponents' match wins: of all points that your opponents could have won, the share that they did win, on
        average. Each counts as at least 0.2. It is higher if your opponents were stronger.
      </p>
    </Fold>
  ) : (
    <Fold className="border-t border-hair" title="What are OMW, GW and OGW?">
      <p>Points: 3 for a match that you win, 1 for a draw. A bye is a match won 2–0; a missed round is lost 0–2.</p>
      <p>
        OMW, opponents' match wins: of all points that your opponents could have won, the share that they did win, on
        average. Each counts as at least 0.33, and byes are left out. It is higher if your opponents were stronger.
      </p>
      <p>GW, game wins: the share of the points in your games, at least 0.33.</p>
      <p>OGW, opponents' game wins: the GW of your opponents, on average.</p>
      <p>Four digits are shown, but all of them count. Players who are still equal are tied.</p>
    </Fold>
  )
}
