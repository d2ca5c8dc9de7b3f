import type { ExplainAnswer, ExplainBody } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { counted } from '../../../insight/counted.ts'
import { operations } from '../../../scenario/operations.ts'
import { ControlRefusal, callControl } from '../../control-call.ts'
import { Field } from '../../layout/form.tsx'
import { choicesOf, givenValues } from '../../lists/filter.tsx'
import { Panel } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'

const fields = [
  ['amount', 'Amount in cents', '5000'],
  ['pan', 'Card number', '4000000000000051'],
  ['bsb', 'BSB', ''],
  ['reference', 'Reference', ''],
] as const

/** The rules that such a request would meet, or why they cannot be found. */
export async function explainedQuery(visit: Visit): Promise<ExplainAnswer | string | undefined> {
  if (visit.given.explain === undefined) return undefined
  const body = givenValues(visit, ['operation', ...fields.map(([name]) => name)])
  return await callControl(visit, 'explain', body as ExplainBody).catch((error: unknown) => {
    if (error instanceof ControlRefusal) return error.message
    throw error
  })
}

type ExplainProps = { visit: Visit; explained: Awaited<ReturnType<typeof explainedQuery>> }

export function ExplainPanel({ visit, explained }: ExplainProps) {
  const { query } = visit
  const action = `${pageAddress(visit, '/scenarios')}#explain`
  return (
    <Panel id="explain" title="Explain">
      <p class="soft">Which rule would apply to this request?</p>
      <form method="get" action={action} class="fields" id="explain-form">
        <input type="hidden" name="explain" value="1" />
        <Field
          {...{ name: 'operation', id: 'explain-operation', label: 'Operation' }}
          choices={choicesOf(operations)}
          value={query.operation}
        />
        {fields.map(([name, label, placeholder]) => (
          <Field
            {...{ name, label, placeholder, value: query[name] ?? '' }}
            id={`explain-${name}`}
          />
        ))}
        <button type="submit">Explain</button>
      </form>
      <Explained explained={explained} />
    </Panel>
  )
}

const SHOWN = 5

function Explained({ explained }: Pick<ExplainProps, 'explained'>) {
  if (explained === undefined) return null
  if (typeof explained === 'string') return <p class="bad">{explained}</p>
  const { rule, tried } = explained
  return (
    <>
      <p>
        {rule === null ? (
          'No rule applies: the gateway answers as usual.'
        ) : (
          <>
            <b>{rule.id}</b>: {rule.effect}
          </>
        )}
      </p>
      {tried.length > 0 && (
        <details class="fold">
          <summary>{counted(tried.length, 'rule')} before it did not match</summary>
          <ul>
            {tried.slice(-SHOWN).map(({ id, reason }) => (
              <li>
                {id}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
