import type { ExplainAnswer, ExplainBody } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { operations } from '../../../scenario/rule.ts'
import { asked, Refused } from '../../asked.ts'
import type { Frame } from '../../layout/frame.ts'
import { pageAddress } from '../../words/address.ts'

const fields = [
  ['amount', 'Amount in cents', '5000'],
  ['pan', 'Card number', '4000000000000051'],
  ['bsb', 'BSB', ''],
  ['reference', 'Reference', ''],
] as const

/** Why a request would be answered as it would; the refusal where it cannot be asked. */
export async function explainedQuery(visit: Visit): Promise<ExplainAnswer | string | undefined> {
  const { given } = visit
  if (given.explain === undefined) return undefined
  const names = ['operation', ...fields.map(([name]) => name)]
  const body = Object.fromEntries(
    names.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  )
  try {
    return await asked(visit, 'explain', body as ExplainBody)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

interface ExplainProps {
  readonly frame: Frame
  readonly explained: ExplainAnswer | string | undefined
}

export function ExplainPanel({ frame: { visit }, explained }: ExplainProps) {
  const { query } = visit
  return (
    <section class="panel" aria-labelledby="explain-title" id="explain">
      <h2 id="explain-title">Explain</h2>
      <p class="soft">Which rule would such a request meet?</p>
      <form
        method="get"
        action={`${pageAddress(visit, '/scenarios')}#explain`}
        class="stacked"
        id="explain-form"
      >
        <input type="hidden" name="explain" value="1" />
        <div class="field">
          <label for="explain-operation">Operation</label>
          <select id="explain-operation" name="operation">
            {operations.map((name) => (
              <option value={name} selected={query.operation === name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
        {fields.map(([name, label, placeholder]) => (
          <div class="field">
            <label for={`explain-${name}`}>{label}</label>
            <input
              id={`explain-${name}`}
              name={name}
              placeholder={placeholder}
              value={query[name] ?? ''}
              autocomplete="off"
            />
          </div>
        ))}
        <button type="submit">Explain</button>
      </form>
      {explained !== undefined && <Explained explained={explained} />}
    </section>
  )
}

const SHOWN = 5

function Explained({ explained }: { explained: ExplainAnswer | string }) {
  if (typeof explained === 'string') return <p class="bad">{explained}</p>
  const { rule, tried } = explained
  return (
    <>
      <p>
        {rule === null ? (
          'No rule: it takes its natural course.'
        ) : (
          <>
            <b>{rule.id}</b>: {rule.effect}
          </>
        )}
      </p>
      {tried.length > 0 && (
        <details class="fold">
          <summary>{tried.length} rules before it did not match</summary>
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
