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

/** How many rules of a list a page shows. */
const MOST = 200

interface RuleTableProps {
  readonly rules: readonly RuleAnswer[]
  readonly visit: Visit
  readonly met: LastMet
  /** They can be taken back. */
  readonly isOneShot?: boolean
}

/** Rules, how often each was met, and by what last. */
export function RuleTable({ rules, visit, met, isOneShot = false }: RuleTableProps) {
  if (rules.length === 0) return null
  const columns: readonly Column<RuleAnswer>[] = [
    ['Rule', ({ name }) => ruleText(name), 'name own-line'],
    ['When', ({ when }) => whenText(when), 'long', { label: 'When' }],
    ['What happens', ({ effect }) => effect, 'long', { label: 'Then' }],
    ['Met', (rule) => <Hits visit={visit} rule={rule} />, 'number', { label: 'Met' }],
    ['Last by', ({ id }) => <Met visit={visit} request={met.get(id)} />, 'long'],
  ]
  const disarming: Column<RuleAnswer> = [
    actionsHead,
    (rule) => (isSpent(rule) ? 'used up' : <DisarmButton visit={visit} rule={rule.name} />),
  ]
  return (
    <>
      <Table
        rows={rules.slice(0, MOST)}
        columns={isOneShot ? [...columns, disarming] : columns}
        row={({ id }) => ({ id: ruleAnchor(id) })}
        isFocusable
      />
      {rules.length > MOST && (
        <p class="soft">{countText(rules.length - MOST, 'more rule')}, not shown.</p>
      )}
    </>
  )
}

function Hits({ visit, rule }: { visit: Visit; rule: RuleAnswer }) {
  if (rule.hits === 0) return <>{hitsText(rule)}</>
  return <a href={pageAddress(visit, '/requests', { rule: rule.id })}>{hitsText(rule)}</a>
}

function Met({ visit, request }: { visit: Visit; request: RequestAnswer | undefined }) {
  if (request === undefined) return null
  return (
    <a href={pageAddress(visit, `/requests/${request.id}`)} title={dateTimeText(request.at)}>
      {paidIn(request).reference || operationText(request)}
    </a>
  )
}
