import {
  type CoverageDocument as CoverageAnswer,
  type CaseDocument as CoverageCase,
  tallyOf,
} from '../../insight/coverage/coverage.ts'
import { Mark } from '../parts/mark.tsx'
import { counted } from '../words/counted.ts'

/** What the client's tests never tried, with how to provoke it. */
export function CoverageView({ coverage: { percent, cases } }: { coverage: CoverageAnswer }) {
  const covered = cases.filter((one) => one.covered)
  const missing = cases.filter((one) => !one.covered)
  const { shown, possible } = tallyOf(cases)
  return (
    <section class="stack" aria-labelledby="coverage-title" id="coverage">
      <h2 id="coverage-title">
        Coverage: {percent} %{' '}
        <span class="soft">
          {shown} of {counted(possible, 'case')}
        </span>
      </h2>
      <svg
        class="chart bar"
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${percent} percent covered`}
      >
        <rect class="track" width="100" height="2" />
        <rect class="fill-good" width={percent} height="2" />
      </svg>
      {missing.length > 0 && <Cases title="Never tried" cases={missing} />}
      {covered.length > 0 && (
        <details class="fold" id="covered">
          <summary>{covered.length} covered</summary>
          <Cases title="Covered" cases={covered} />
        </details>
      )}
    </section>
  )
}

function Cases({ title, cases }: { title: string; cases: readonly CoverageCase[] }) {
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th>{title}</th>
            <th>What it is</th>
            <th>How to provoke it</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr>
              <td class="tight own-line">
                <Mark
                  name={one.covered ? 'approved' : 'hold'}
                  tone={one.covered ? 'good' : 'calm'}
                />{' '}
                {one.name}
              </td>
              <td class="own-line">
                {one.description}
                {one.not_counted && <span class="soft"> Not counted: {one.not_counted}.</span>}
              </td>
              <td class="own-line">{one.provoke}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
