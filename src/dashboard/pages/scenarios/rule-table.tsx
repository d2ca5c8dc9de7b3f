import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { hitsText, isSpent } from '../../../scenario/describe/rule-counts.ts'
import { whenText } from '../../../scenario/describe/when-text.ts'
import { actionsHead, type Column, Table } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'
import { countText } from '../../words/numbers.ts'
import { operationText, paidIn } from '../../words/request.ts'
import { ruleText } from '../../words/rule.ts'
import { ruleAnchor } from '../../words/rule-links.tsx'
import { dateTimeText } from '../../words/time.ts'
import { DisarmButton } from '../payments/panels.tsx'

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
        <p class="soft">{countText(more, 'more rule')}: look for one by its words above.</p>
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
  const columns: readonly Column<RuleAnswer>[] = [
    ['Rule', ({ name }) => ruleText(name), 'name own-line'],
    ['When', ({ when }) => whenText(when), 'long', { label: 'When' }],
    ['What happens', ({ effect }) => effect, 'long', { label: 'Then' }],
    [
      'Met',
      (rule) =>
        rule.hits === 0 ? (
          hitsText(rule)
        ) : (
          <a href={pageAddress(visit, '/requests', { rule: rule.id })}>{hitsText(rule)}</a>
        ),
      'number',
      { label: 'Met' },
    ],
    [
      'Last by',
      ({ id }) => {
        const request = met.get(id)
        return (
          request && (
            <a
              href={pageAddress(visit, `/requests/${request.id}`)}
              title={dateTimeText(request.at)}
            >
              {paidIn(request).reference || operationText(request)}
            </a>
          )
        )
      },
      'long',
    ],
  ]
  const disarming: Column<RuleAnswer> = [
    actionsHead,
    (rule) => (isSpent(rule) ? 'used up' : <DisarmButton visit={visit} rule={rule.name} />),
  ]
  return (
    <Table
      rows={rules}
      columns={isOneShot ? [...columns, disarming] : columns}
      row={({ id }) => ({ id: ruleAnchor(id) })}
      isFocusable
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
