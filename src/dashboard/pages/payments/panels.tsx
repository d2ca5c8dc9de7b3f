import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { makings } from '../../actions/payment-actions.ts'
import { ActionButton } from '../../layout/form.tsx'
import { Mark } from '../../parts/mark.tsx'
import { breakageOf, breakages } from '../../words/rule.ts'

interface BreakProps {
  readonly visit: Visit
  /** One-shot rules that are still to be met. */
  readonly armed: readonly RuleAnswer[]
}

/** One click breaks the next payment, once. */
export function BreakPanel({ visit, armed }: BreakProps) {
  if (visit.isReadOnly) return null
  return (
    <section class="panel break" aria-labelledby="break-title" id="break">
      <h2 id="break-title">Break the next payment</h2>
      <p class="soft">Once: purchase or preauthorisation.</p>
      <div class="buttons">
        {breakages.map(({ key, label, short, hint }) => (
          <div>
            <ActionButton
              visit={visit}
              action="break"
              values={{ how: key }}
              label={label}
              title={hint}
            />
            <p class="soft hint">{short}</p>
          </div>
        ))}
      </div>
      {armed.length > 0 && <Armed visit={visit} armed={armed} />}
      {armed.length > 1 && (
        <p class="soft">{armed.length} armed: the next payment may use up more than one.</p>
      )}
    </section>
  )
}

function Armed({ visit, armed }: BreakProps) {
  return (
    <ul class="armed" aria-label="Armed">
      {armed.map((rule) => (
        <li id={`armed-${rule.name}`}>
          <Mark name="failed" tone="warn" />
          <span>
            <b>Armed:</b> {breakageOf(rule.name)?.label ?? rule.effect}
          </span>
          <ActionButton
            visit={visit}
            action="disarm"
            values={{ rule: rule.name }}
            label="Disarm"
            look="small"
          />
        </li>
      ))}
    </ul>
  )
}

/** Payments for who has no client at hand. */
export function MakePanel({ visit }: { visit: Visit }) {
  if (visit.isReadOnly) return null
  return (
    <section class="panel make" aria-labelledby="make-title" id="make">
      <h2 id="make-title">Make a payment</h2>
      <p class="soft">Sent through the API, like your client's.</p>
      <MakeButtons visit={visit} />
    </section>
  )
}

interface MakeProps {
  readonly visit: Visit
  /** Of the first one. */
  readonly look?: 'plain' | 'strong'
}

export function MakeButtons({ visit, look = 'plain' }: MakeProps) {
  return (
    <div class="buttons">
      {makings.map(({ key, label, hint }, i) => (
        <ActionButton
          visit={visit}
          action="purchase"
          values={{ how: key }}
          label={label}
          title={hint}
          look={i === 0 ? look : 'plain'}
        />
      ))}
    </div>
  )
}
