import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { breakNext, disarm, makePurchase, samples } from '../../actions/payment-actions.ts'
import { ActionButton } from '../../layout/form.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Panel } from '../../parts/table.tsx'
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
    <Panel class="panel break" id="break" title="Break the next payment">
      <p class="soft">Once: purchase or preauthorisation.</p>
      <div class="buttons">
        {breakages.map(({ key, label, short, hint }) => (
          <div>
            <ActionButton
              visit={visit}
              form={breakNext}
              values={{ how: key }}
              label={label}
              title={hint}
            />
            <p class="soft hint">{short}</p>
          </div>
        ))}
      </div>
      {armed.length > 0 && (
        <ul class="armed" aria-label="Armed">
          {armed.map((rule) => (
            <li id={`armed-${rule.name}`}>
              <Mark name="failed" tone="warn" />
              <span>
                <b>Armed:</b> {breakageOf(rule.name)?.label ?? rule.effect}
              </span>
              <DisarmButton visit={visit} rule={rule.name} />
            </li>
          ))}
        </ul>
      )}
      {armed.length > 1 && (
        <p class="soft">{armed.length} armed: the next payment may use up more than one.</p>
      )}
    </Panel>
  )
}

export function DisarmButton({ visit, rule }: { visit: Visit; rule: string }) {
  return (
    <ActionButton
      visit={visit}
      form={disarm}
      values={{ rule }}
      label="Disarm"
      look="small"
      title={`Remove ${rule}`}
    />
  )
}

/** Payments for who has no client at hand. */
export function MakePanel({ visit }: { visit: Visit }) {
  if (visit.isReadOnly) return null
  return (
    <Panel class="panel make" id="make" title="Make a payment">
      <p class="soft">Sent through the API, like your client's.</p>
      <MakeButtons visit={visit} />
    </Panel>
  )
}

/** `look`: of the first one. */
export function MakeButtons({
  visit,
  look = 'plain',
}: {
  visit: Visit
  look?: 'plain' | 'strong'
}) {
  return (
    <div class="buttons">
      {samples.map(({ key, label, hint }, i) => (
        <ActionButton
          visit={visit}
          form={makePurchase}
          values={{ how: key }}
          label={label}
          title={hint}
          look={i === 0 ? look : 'plain'}
        />
      ))}
    </div>
  )
}
