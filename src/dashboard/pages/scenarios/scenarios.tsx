import { counted, numberText } from '../../../base/text/counted.ts'
import type { RequestResponse } from '../../../control/contract/calls/requests.ts'
import type { RuleResponse, ScenarioResponse } from '../../../control/contract/calls/scenarios.ts'
import { operationText } from '../../../control/facts/request-words.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import { whenText } from '../../../scenario/describe/describe-rule.ts'
import {
  hitsText,
  isSpent,
  ownRules,
  ruleCount,
  scenarioHits,
} from '../../../scenario/describe/rule-counts.ts'
import { builtInScenario } from '../../../scenario/library.ts'
import type { ScenarioDocument } from '../../../scenario/scenario-document.ts'
import { callControl } from '../../control-call.ts'
import { ActionButton, Field } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Mark } from '../../parts/mark.tsx'
import { actionsHead, type Column, Panel, Table } from '../../parts/table.tsx'
import { MagicPicker } from '../../reference/tables.tsx'
import { pageAddress } from '../../words/address.ts'
import { ruleAnchor, ruleText } from '../../words/rule.tsx'
import { dateTimeText } from '../../words/time.ts'
import { paidIn } from '../../words/values.ts'
import { DisarmButton } from '../payments/panels.tsx'
import { ExplainPanel, explainedQuery } from './explain-panel.tsx'
import {
  addRule,
  loadBuiltIn,
  PastePanel,
  pasteScenario,
  RulePanel,
  unloadScenario,
} from './scenario-forms.tsx'

/** How many requests are searched for the last one that each rule matched. */
const LOOKED_AT = 200

export const scenariosRoute: PageRoute = {
  path: '/scenarios',
  forms: [loadBuiltIn, unloadScenario, pasteScenario, addRule],
  async show(frame) {
    const { visit } = frame
    const [loaded, { requests }, { magic }, explained] = await Promise.all([
      callControl(visit, 'scenarios'),
      callControl(visit, 'requests', { limit: LOOKED_AT }),
      callControl(visit, 'magic'),
      explainedQuery(visit),
    ])
    const lastMatches = new Map(requests.flatMap((one) => one.rules.map((rule) => [rule, one])))
    const isLoaded = (name: string) => loaded.scenarios.some((one) => one.name === name)
    const find = (visit.query.find ?? '').toLowerCase()
    const all = await Promise.all(visit.library.map(builtInScenario))
    const shipped = all.filter(
      (one) =>
        one && !isLoaded(one.name) && `${one.name} ${one.description}`.toLowerCase().includes(find),
    )
    return renderPage(
      { frame, title: 'Scenarios', section: 'Scenarios' },
      <>
        <h1>Scenarios</h1>
        <Panel class="stack" id="loaded" title="Loaded, highest priority first">
          {loaded.rules.length > 0 && (
            <section class="panel" aria-labelledby="temporary-title">
              <h3 id="temporary-title">Temporary rules</h3>
              <RuleTable rules={loaded.rules} visit={visit} lastMatches={lastMatches} isTemporary />
            </section>
          )}
          {loaded.scenarios.map((scenario) => (
            <Loaded visit={visit} scenario={scenario} lastMatches={lastMatches} />
          ))}
        </Panel>
        {!visit.isReadOnly && (
          <Library visit={visit} shipped={shipped.flatMap((one) => one ?? [])} />
        )}
        <div class="halves">
          <RulePanel frame={frame} />
          <ExplainPanel visit={visit} explained={explained} />
        </div>
        <PastePanel frame={frame} />
        <MagicPicker cards={magic} />
      </>,
    )
  },
}

/** What a scenario does to payments, by what its text asks for. */
const effects: readonly (readonly [mark: string, tone: string, words: string, sign: RegExp])[] = [
  ['lost', 'warn', 'loses responses after processing', /"at":"after"/],
  ['failed', 'warn', 'fails before processing', /"at":"before"/],
  ['declined', 'calm', 'declines', /"response_code"|"status":"declined"/],
  ['question', 'warn', 'leaves payments undecided', /"status":"(?:unknown|pending)"/],
  ['slow', 'calm', 'responds late', /"delay"/],
]

type LibraryProps = { visit: Visit; shipped: readonly ScenarioDocument[] }

/** The shipped scenarios that are not loaded, each with its first sentence. */
function Library({ visit, shipped }: LibraryProps) {
  return (
    <Panel class="stack" id="library" title="Library">
      <form method="get" action={`${pageAddress(visit, '/scenarios')}#library`} class="fields">
        <Field name="find" label="Search the library" value={visit.query.find} size={24} />
        <button type="submit">Search</button>
      </form>
      {shipped.length === 0 && <p class="empty">No scenario matches.</p>}
      <ul class="library">
        {shipped.map(({ name, description = '', rules }) => (
          <li class="panel" title={description}>
            <b>{name}</b>
            <span class="marks">
              {effects.map(
                ([mark, tone, words, sign]) =>
                  sign.test(JSON.stringify(rules)) && (
                    <Mark name={mark} tone={tone} label={words} />
                  ),
              )}
            </span>
            <ActionButton
              {...{ visit, form: loadBuiltIn, values: { name }, look: 'small', label: 'Load' }}
              title={`Load ${name}`}
            />
            <p class="soft">{description.split(/[.:]\s/)[0]}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type LoadedProps = {
  visit: Visit
  scenario: ScenarioResponse
  lastMatches: LastMatches
}

function Loaded({ visit, scenario, lastMatches }: LoadedProps) {
  const { name, description, rules } = scenario
  // Counts of its own rules begin with the load; those of its bases are older.
  const { hits } = scenarioHits(name, rules)
  const own = ownRules(name, rules)
  const bases = rules.filter((rule) => !own.includes(rule))
  return (
    <details class="panel" id={`scenario-${name}`}>
      <summary>
        {name}{' '}
        <span class="soft">
          {ruleCount(name, rules)}, applied {hits === 1 ? 'once' : `${numberText(hits)} times`}
        </span>
      </summary>
      <p>{description}</p>
      {visit.hasScenarioText(name) && (
        <p class="small-print">
          <a href={pageAddress(visit, `/scenarios/${encodeURIComponent(name)}`)}>View YAML</a>
        </p>
      )}
      <RuleTable rules={own} visit={visit} lastMatches={lastMatches} />
      {bases.length > 0 && (
        <details class="fold" id={`bases-${name}`} open={own.length === 0}>
          <summary>{own.length === 0 ? 'Its rules' : 'Rules of what it extends'}</summary>
          <RuleTable rules={bases} visit={visit} lastMatches={lastMatches} />
        </details>
      )}
      <ActionButton
        {...{ visit, form: unloadScenario, values: { name }, look: 'small', label: 'Unload' }}
        title={`Unload ${name}`}
      />
    </details>
  )
}

/** The latest request that each rule matched, by the rule's id. */
type LastMatches = ReadonlyMap<string, RequestResponse>

/** How many rules of a list a page shows. */
const MOST_RULES = 200

type RulesProps = {
  rules: readonly RuleResponse[]
  visit: Visit
  lastMatches: LastMatches
  isTemporary?: boolean
}

/** Rules, how often each matched, and the last request; temporary rules can be removed. */
function RuleTable({ rules, visit, lastMatches, isTemporary = false }: RulesProps) {
  if (rules.length === 0) return null
  const columns: readonly Column<RuleResponse>[] = [
    ['Rule', ({ name }) => ruleText(name), 'name own-line'],
    ['When', ({ when }) => whenText(when), 'long named'],
    ['What happens', ({ effect }) => effect, 'long named'],
    [
      'Applied',
      (rule) => {
        if (rule.hits === 0) return hitsText(rule)
        return <a href={pageAddress(visit, '/requests', { rule: rule.id })}>{hitsText(rule)}</a>
      },
      'number named',
    ],
    [
      'Last by',
      ({ id }) => {
        const last = lastMatches.get(id)
        if (last === undefined) return null
        return (
          <a href={pageAddress(visit, `/requests/${last.id}`)} title={dateTimeText(last.at)}>
            {paidIn(last).reference || operationText(last)}
          </a>
        )
      },
      'long',
    ],
  ]
  const disarming: Column<RuleResponse> = [
    actionsHead,
    (rule) => (isSpent(rule) ? 'used up' : <DisarmButton visit={visit} rule={rule.name} />),
    'tight',
  ]
  return (
    <>
      <Table
        rows={rules.slice(0, MOST_RULES)}
        columns={isTemporary ? [...columns, disarming] : columns}
        row={({ id }) => ({ id: ruleAnchor(id) })}
        isFocusable
      />
      {rules.length > MOST_RULES && (
        <p class="soft">{counted(rules.length - MOST_RULES, 'more rule')}, not shown.</p>
      )}
    </>
  )
}
