import type { PropsWithChildren } from 'hono/jsx'
import { counted } from '../../../base/text/counted.ts'
import type { RuleResponse } from '../../../control/contract/calls/scenarios.ts'
import type { RunWithoutFindings, Visit } from '../../../control/pages/visit.ts'
import { whenText } from '../../../scenario/describe/describe-rule.ts'
import { ActionButton } from '../../layout/form.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Panel } from '../../parts/table.tsx'
import { CopyBlock } from '../../parts/text.tsx'
import { pageAddress } from '../../words/address.ts'
import { breakageOf, breakages } from '../../words/rule.tsx'
import { breakNext, disarm, loseOwn, makePurchase, samples } from './payment-forms.ts'

/** `armed`: temporary rules that are not used yet. */
type ToolsProps = {
  readonly visit: Visit
  readonly armed: readonly RuleResponse[]
  /** Whether there is no payment yet: then making one is what the page is about. */
  readonly isEmpty?: boolean
}

/** The actions next to the list; behind one button if there is no room. */
export function Tools({ visit, armed, isEmpty = false, children }: PropsWithChildren<ToolsProps>) {
  return (
    <details class="folds tools" id="tools">
      <summary class="button small">
        {visit.isReadOnly ? 'Save' : 'Break or make a payment'}
        {armed.length > 0 && <b class="warn"> {armed.length} armed</b>}
      </summary>
      <aside>
        {!visit.isReadOnly && (
          <>
            <BreakPanel visit={visit} armed={armed} />
            {!isEmpty && (
              <Panel class="panel make" id="make" title="Make a payment">
                <Samples visit={visit} />
              </Panel>
            )}
          </>
        )}
        {children}
      </aside>
    </details>
  )
}

/** The payments that the page makes for its reader. */
function Samples({ visit }: { visit: Visit }) {
  return (
    <div class="buttons">
      {samples.map(([how, label, title]) => (
        <ActionButton {...{ visit, form: makePurchase, values: { how }, label, title }} />
      ))}
    </div>
  )
}

/** One click breaks the next payment, once. */
function BreakPanel({ visit, armed }: ToolsProps) {
  return (
    <Panel class="panel break" id="break" title="Break the next payment">
      <p class="soft">For the next purchase or preauthorisation, once.</p>
      <div class="buttons">
        {breakages.map(({ key, label, short }) => (
          <div>
            <ActionButton visit={visit} form={breakNext} values={{ how: key }} label={label} />
            <p class="soft hint">{short}</p>
          </div>
        ))}
      </div>
      {armed.length > 0 && (
        <ul class="armed" aria-label="Armed">
          {armed.map((rule) => (
            <li id={`armed-${rule.name}`}>
              <Mark name="warning" tone="warn" />
              <span>
                <b>Armed:</b> {breakageOf(rule.name)?.label ?? rule.effect}
                {breakageOf(rule.name) === undefined && (
                  <span class="soft hint">only for {whenText(rule.when)}</span>
                )}
              </span>
              <DisarmButton visit={visit} rule={rule.name} />
            </li>
          ))}
        </ul>
      )}
      {armed.length > 1 && (
        <p class="soft">{armed.length} faults are armed. One payment may use up several.</p>
      )}
    </Panel>
  )
}

export function DisarmButton({ visit, rule }: { visit: Visit; rule: string }) {
  const button = { visit, form: disarm, values: { rule }, look: 'small', label: 'Disarm' } as const
  return <ActionButton {...button} title={`Remove ${rule}`} />
}

interface EmptyProps {
  readonly visit: Visit
  readonly run: RunWithoutFindings
  /** A purchase: its path beneath `/v1`, and its body. */
  readonly sample: { readonly path: string; readonly body: unknown }
  /** Transactions that this world holds all the same: seeded, imported or from before a restart. */
  readonly stored: number
}

/** What a client needs: the address, and a first purchase. */
export function Calls({ visit, sample }: Pick<EmptyProps, 'visit' | 'sample'>) {
  const api = `${visit.origin}${visit.prefix}/v1`
  const body = JSON.stringify(sample.body)
  const curl = `curl -sS ${api}${sample.path} \\
  -H 'Content-Type: application/json' \\
  -H "X-Correlation-Id: order-1-$(date +%s)" \\
  -d '${body}'`
  return (
    <>
      <p>Point your backend at this base URL:</p>
      <CopyBlock id="base-address" text={api} />
      <p>Or make a purchase with curl:</p>
      <CopyBlock id="first-curl" text={curl} />
    </>
  )
}

/** What to do first. */
export function EmptyHome({ visit, run, sample, stored }: EmptyProps) {
  const title = `No payments ${run.tests.length === 0 ? '' : 'in this world '}yet`
  return (
    <>
      {!visit.isReadOnly && (
        <Panel class="panel" id="double" title="See a double charge in ten seconds">
          <p>You are the client: a response is lost, and you decide what to do.</p>
          <ActionButton
            {...{ visit, form: loseOwn, look: 'strong', label: 'Pay and lose the response' }}
          />
        </Panel>
      )}
      <Panel class="panel first" id="first" title={title}>
        {stored > 0 && (
          <p>
            <a href={pageAddress(visit, '/transactions')}>{counted(stored, 'transaction')}</a>{' '}
            {run.earlier_payments !== null
              ? 'from before the restart. Payments are listed from the restart on.'
              : 'stored already. Payments that arrive from now on are listed here.'}
          </p>
        )}
        {!visit.isReadOnly && (
          <>
            <Calls visit={visit} sample={sample} />
            <p>Or make a payment here:</p>
            <Samples visit={visit} />
          </>
        )}
      </Panel>
    </>
  )
}
