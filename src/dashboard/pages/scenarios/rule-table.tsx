import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { hitsText, isSpent } from '../../../scenario/telling/rule-counts.ts'
import { whenText } from '../../../scenario/telling/when-text.ts'
import { ActionButton } from '../../layout/form.tsx'
import { actionsHead, numberHead, Table } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'
import { counted } from '../../words/numbers.ts'
import { operationText, paidIn } from '../../words/request.ts'
import { ruleText } from '../../words/rule.ts'
import { ruleAnchor } from '../../words/rule-links.tsx'
import { momentText } from '../../words/time.ts'

/** The latest request that met each rule, by the rule's id. */
export type LastMet = ReadonlyMap<string, RequestAnswer>

export function lastMet(requests: readonly RequestAnswer[]): LastMet {
  return new Map(requests.flatMap((one) => one.rules.map((rule) => [rule, one])))
}

interface RuleTableProps {
  readonly found: FoundRules
  readonly visit: Visit
  readonly met: LastMet
  /** They can be taken back. */
  readonly isOneShot?: boolean
}

/** Rules, how often each was met, and by what last. */
export function RuleTable({ found, ...props }: RuleTableProps) {
  const { shown, more } = found
  return (
    <>
      {shown.length > 0 && <Rules rules={shown} {...props} />}
      {more > 0 && (
        <p class="soft">{counted(more, 'more rule')}: look for one by its words above.</p>
      )}
      {shown.length + more === 0 && props.visit.query.find && (
        <p class="empty">No rule has these words.</p>
      )}
    </>
  )
}

interface RulesProps extends Omit<RuleTableProps, 'found'> {
  readonly rules: readonly RuleAnswer[]
}

function Rules({ rules, visit, met, isOneShot = false }: RulesProps) {
  return (
    <Table
      heads={[
        ...['Rule', 'When', 'What happens', numberHead('Met'), 'Last by'],
        ...(isOneShot ? [actionsHead] : []),
      ]}
      isFocusable
    >
      {rules.map((rule) => (
        <tr id={ruleAnchor(rule.id)}>
          <td class="name own-line">{ruleText(rule.name)}</td>
          <td class="long" data-label="When">
            {whenText(rule.when)}
          </td>
          <td class="long" data-label="Then">
            {rule.effect}
          </td>
          <td class="number" data-label="Met">
            {rule.hits === 0 ? (
              hitsText(rule)
            ) : (
              <a href={pageAddress(visit, '/requests', { rule: rule.id })}>{hitsText(rule)}</a>
            )}
          </td>
          <td class="long">
            <LastBy visit={visit} request={met.get(rule.id)} />
          </td>
          {isOneShot && <td>{isSpent(rule) ? 'used up' : <Disarm visit={visit} rule={rule} />}</td>}
        </tr>
      ))}
    </Table>
  )
}

function LastBy({ visit, request }: { visit: Visit; request: RequestAnswer | undefined }) {
  if (request === undefined) return null
  const { reference } = paidIn(request)
  return (
    <a href={pageAddress(visit, `/requests/${request.id}`)} title={momentText(request.at)}>
      {reference || operationText(request)}
    </a>
  )
}

function Disarm({ visit, rule: { name } }: { visit: Visit; rule: RuleAnswer }) {
  return (
    <ActionButton
      visit={visit}
      action="disarm"
      values={{ rule: name }}
      label="Disarm"
      look="small"
      title={`Remove ${name}`}
    />
  )
}

/** How many rules a page shows; a scenario may have ten thousand. */
const MOST = 200

/** Some of the rules of one list. */
export interface FoundRules {
  readonly shown: readonly RuleAnswer[]
  /** How many match besides. */
  readonly more: number
}

/** Those that have the text in their name, their conditions or their outcome, as many as fit on a page. */
export class RuleFinder {
  readonly #wanted: string
  #left = MOST

  constructor(wanted: string) {
    this.#wanted = wanted.trim().toLowerCase()
  }

  find(rules: readonly RuleAnswer[]): FoundRules {
    const found = this.#wanted === '' ? rules : rules.filter((rule) => this.#matches(rule))
    const shown = found.slice(0, this.#left)
    this.#left -= shown.length
    return { shown, more: found.length - shown.length }
  }

  #matches({ name, when, effect }: RuleAnswer): boolean {
    const texts = [name, effect, whenText(when)]
    return texts.some((text) => text.toLowerCase().includes(this.#wanted))
  }
}
