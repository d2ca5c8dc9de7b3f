import { counted } from '../../base/text/counted.ts'
import { tallyOf } from '../../judge/coverage/coverage.ts'
import type { CaseDocument, CoverageDocument } from '../../judge/coverage/coverage-document.ts'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/table.tsx'
import { InlineCode } from '../parts/text.tsx'
import { groupedBy } from '../words/values.ts'

/** Every case as a tile in its group: filled if it was tried; a click says how to provoke it. */
export function CoverageTiles({ coverage }: { coverage: CoverageDocument }) {
  const { percent, cases } = coverage
  const { shown, possible } = tallyOf(cases)
  const count = `${shown} of ${counted(possible, 'case')} shown`
  return (
    <Panel class="stack" id="coverage" title={`Coverage: ${percent}%`} count={count}>
      <progress max="100" value={percent} aria-label={`${percent} percent covered`} />
      {groupedBy(cases, ({ group }) => group).map(([group, own]) => (
        <section class="tiles">
          <h3>
            {group}{' '}
            <small class="soft">
              {own.filter(({ covered }) => covered).length} of {own.length}
            </small>
          </h3>
          {own.map((one) => (
            <Tile {...one} />
          ))}
        </section>
      ))}
    </Panel>
  )
}

function Tile({ name, covered, not_counted: why, description, provoke }: CaseDocument) {
  const state = covered ? 'covered' : why === null ? 'missing' : 'does not apply'
  const look = covered
    ? { name: 'approved', tone: 'good' }
    : { name: why === null ? 'none' : 'void' }
  return (
    <details class={covered ? 'tile covered' : 'tile'} name="coverage" id={`case-${name}`}>
      <summary>
        <Mark {...look} label={state} /> {name}
      </summary>
      <p>
        <InlineCode text={`${description}.`.replace('..', '.')} />{' '}
        {!covered && <InlineCode text={why ?? `To provoke it: ${provoke}`} />}
      </p>
    </details>
  )
}
