import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { hitsText, isSpent } from '../../../scenario/telling/rule-counts.ts'
import { ActionButton } from '../../layout/form.tsx'
import { actionsHead, numberHead, Table } from '../../parts/table.tsx'
import { counted } from '../../words/numbers.ts'
import { ruleText, whenText } from '../../words/rule.ts'

/** Rules and how often each was met. `visit`: where they can be taken back. */
export function RuleTable({ found, visit }: { found: FoundRules; visit?: Visit }) {
  const { shown, more } = found
  return (
    <>
      {shown.length > 0 && <Rules rules={shown} {...(visit && { visit })} />}
      {more > 0 && (
        <p class="soft">{counted(more, 'more rule')}: look for one by its words above.</p>
      )}
      {shown.length + more === 0 && <p class="empty">No rule has these words.</p>}
    </>
  )
}

function Rules({ rules, visit }: { rules: readonly RuleAnswer[]; visit?: Visit }) {
  return (
    <Table
      heads={['Rule', 'When', 'What happens', numberHead('Met'), ...(visit ? [actionsHead] : [])]}
      isFocusable
    >
      {rules.map((rule) => (
        <tr>
          <td class="own-line">{ruleText(rule.name)}</td>
          <td class="long" data-label="When">
            {whenText(rule.when)}
          </td>
          <td class="long" data-label="Then">
            {rule.effect}
          </td>
          <td class="number" data-label="Met">
            {hitsText(rule)}
          </td>
          {visit && <td>{isSpent(rule) ? 'used up' : <Disarm visit={visit} rule={rule} />}</td>}
        </tr>
      ))}
    </Table>
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
