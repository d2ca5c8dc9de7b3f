import { numberText } from '../../base/text/counted.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { type Encounter, encounters, losses } from '../../judge/run/encounters.ts'
import { ColourKey } from '../parts/mark.tsx'
import { Panel } from '../parts/table.tsx'
import { encounterText } from '../payment/test-table.tsx'

interface TestedProps {
  readonly report: Pick<ReportDocument, 'encountered' | 'unrecovered'>
  /** Whether the client may still recover from some. */
  readonly isOpen: boolean
}

/** One bar for each kind of situation, to the same scale: what was tried, and what the client recovered from. */
export function Tested({ report: { encountered, unrecovered = {} }, isOpen }: TestedProps) {
  const most = Math.max(1, ...encounters.map((name) => encountered[name]))
  const hasLosses = losses.some((name) => encountered[name] > 0)
  return (
    <Panel class="stack" id="encountered" title="What this run tested">
      <ul class="bars">
        {encounters.map((name) => (
          <li class={encountered[name] === 0 ? 'soft' : undefined}>
            <Tried
              {...{ name, most, isOpen, tried: encountered[name] }}
              failed={isLoss(name) ? (unrecovered[name] ?? 0) : 0}
            />
          </li>
        ))}
      </ul>
      {hasLosses && (
        <p class="legend soft">
          <span>
            <ColourKey tone="good" /> recovered
          </span>
          <span>
            <ColourKey tone="bad" /> not recovered: the payment was sent again blindly, doubled,
            lost or left unresolved
          </span>
          <span>
            <ColourKey tone="calm" /> nothing to recover from
          </span>
        </p>
      )}
    </Panel>
  )
}

function isLoss(name: Encounter): name is (typeof losses)[number] {
  return (losses as readonly string[]).includes(name)
}

interface TriedProps {
  readonly name: Encounter
  readonly most: number
  readonly tried: number
  readonly failed: number
  readonly isOpen: boolean
}

function Tried({ name, most, tried, failed, isOpen }: TriedProps) {
  const recovered = tried - failed
  const shape = { height: '100%', rx: 2 }
  return (
    <>
      <svg class="chart bar" aria-hidden="true">
        <rect
          class={`fill-${isLoss(name) ? 'good' : 'calm'}`}
          width={share(recovered, most)}
          {...shape}
        />
        {failed > 0 && (
          <rect
            class="fill-bad"
            x={share(recovered, most)}
            width={share(failed, most)}
            {...shape}
          />
        )}
      </svg>
      <span>
        {encounterText(name, tried)}
        {isLoss(name) && tried > 0 && `, ${recoveredText(tried, failed)}`}
        {isOpen && failed > 0 && ' so far'}
      </span>
    </>
  )
}

function recoveredText(tried: number, failed: number): string {
  if (failed === 0) return tried === 1 ? 'recovered' : 'all recovered'
  return failed === tried ? 'none recovered' : `${numberText(tried - failed)} recovered`
}

function share(count: number, most: number): string {
  return `${(100 * count) / most}%`
}
