import type { Visit } from '../../control/pages/visit.ts'
import { reportVerdicts } from '../../judge/report-verdict.ts'
import { ladderLooks, Mark } from '../parts/mark.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'

const SHOWN = 20

/** `world-2` before `world-10`. */
const natural = new Intl.Collator('en', { numeric: true })

/** How a world's tests can have gone, the best first; those that tested nothing do not count. */
const worldVerdicts = reportVerdicts.filter((one) => one !== 'untested').toReversed()

/** The worst that was said of each world, by its place among `worldVerdicts`. */
export function worldRanks(visit: Visit): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  for (const { world, verdict } of visit.testVerdicts()) {
    const rank = (worldVerdicts as readonly string[]).indexOf(verdict)
    if (rank >= (ranks.get(world) ?? 0)) ranks.set(world, rank)
  }
  return ranks
}

/** Bad ones first, then by name. */
export function worldOrder(ranks: ReadonlyMap<string, number>) {
  const rank = (name: string) => ranks.get(name) ?? 0
  return (one: string, other: string) => rank(other) - rank(one) || natural.compare(one, other)
}

export function WorldMark({ rank = -1 }: { rank: number | undefined }) {
  const verdict = worldVerdicts[rank]
  if (verdict === undefined) return <Mark name="none" />
  const { mark, tone } = ladderLooks[verdict]
  return <Mark name={mark} tone={tone} label={verdict} />
}

/** `same`: the page that the visitor looks at, as far as another world has it too. */
type MenuProps = { visit: Visit; worlds: readonly string[]; same: string }

/** The worlds of this sandbox, one click away. */
export function WorldMenu({ visit, worlds, same }: MenuProps) {
  const ranks = worlds.length > 1 ? worldRanks(visit) : new Map<string, number>()
  const others = worlds.filter((name) => name !== visit.world).sort(worldOrder(ranks))
  return (
    <details class="worlds menu" id="world-menu">
      <summary>
        <span class="soft">World</span> <b>{visit.world}</b>
      </summary>
      <ul>
        {others.slice(0, SHOWN).map((name) => (
          <li>
            <a href={pageAddress(worldLinkBase(name), same)}>
              <WorldMark rank={ranks.get(name)} /> {name}
            </a>
          </li>
        ))}
        <li>
          <a href={pageAddress(visit, '/worlds')}>
            {others.length > SHOWN ? 'All worlds' : 'Manage worlds'}
          </a>
        </li>
      </ul>
    </details>
  )
}
