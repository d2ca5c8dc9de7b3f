import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress, worldPlace } from './address.ts'

export type Section =
  | 'Payments'
  | 'Requests'
  | 'Clock'
  | 'Scenarios'
  | 'Vault'
  | 'Report'
  | 'Reference'

const sections: readonly (readonly [Section, string])[] = [
  ['Payments', '/'],
  ['Requests', '/requests'],
  ['Clock', '/clock'],
  ['Scenarios', '/scenarios'],
  ['Vault', '/customers'],
  ['Report', '/report'],
  ['Reference', '/docs'],
]

export function Navigation({ visit, section }: { visit: Visit; section: Section | undefined }) {
  return (
    <nav class="sections" aria-label="Sections">
      {sections.map(([name, path]) => (
        <a href={pageAddress(visit, path)} aria-current={name === section ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

const SHOWN = 20

/** The worlds of this sandbox, one click away. */
export function WorldMenu({ visit, worlds }: { visit: Visit; worlds: readonly string[] }) {
  const others = worlds.filter((name) => name !== visit.world)
  return (
    <details class="worlds menu" id="world-menu">
      <summary>
        <span class="soft">World</span> <b>{visit.world}</b>
      </summary>
      <ul>
        {others.slice(0, SHOWN).map((name) => (
          <li>
            <a href={pageAddress(worldPlace(name), '/')}>{name}</a>
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
