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
import { callControl } from '../../control-call.ts'
import { ActionButton } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { actionsHead, type Column, Panel, Table } from '../../parts/table.tsx'
import { MagicPicker } from '../../reference/tables.tsx'
import { pageAddress } from '../../words/address.ts'
import { paidIn } from '../../words/request.ts'
import { ruleAnchor, ruleText } from '../../words/rule.tsx'
import { dateTimeText } from '../../words/time.ts'
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
    const shipped = await Promise.all(
      visit.library
        .filter((name) => !isLoaded(name))
        .map(async (name) => {
          return { name, description: (await builtInScenario(name))?.description ?? '' }
        }),
    )
    return renderPage(
      { frame, title: 'Scenarios', section: 'Scenarios' },
      <>
        <h1>Scenarios</h1>
        <nav class="filter" aria-label="Contents">
          <a href="#loaded">Loaded</a>
          {!visit.isReadOnly && <a href="#library">Library</a>}
          <a href="#magic">Magic values</a>
        </nav>
        <div class="columns">
          <div class="wide">
            <RulePanel visit={visit} />
            <ExplainPanel visit={visit} explained={explained} />
            <Panel class="stack" id="loaded" title="Loaded, highest priority first">
              {loaded.rules.length > 0 && (
                <section class="panel" aria-labelledby="temporary-title">
                  <h3 id="temporary-title">Temporary rules</h3>
                  <RuleTable
                    rules={loaded.rules}
                    visit={visit}
                    lastMatches={lastMatches}
                    isTemporary
                  />
                </section>
              )}
              {loaded.scenarios.map((scenario, i) => (
                <Loaded
                  visit={visit}
                  scenario={scenario}
                  isFirst={i === 0}
                  lastMatches={lastMatches}
                />
              ))}
            </Panel>
            <PastePanel frame={frame} />
            <MagicPicker cards={magic} />
          </div>
          <aside>{!visit.isReadOnly && <Library visit={visit} shipped={shipped} />}</aside>
        </div>
      </>,
    )
  },
}

type BuiltInName = { readonly name: string; readonly description: string }

/** The shipped scenarios that are not loaded. */
function Library({ visit, shipped }: { visit: Visit; shipped: readonly BuiltInName[] }) {
  return (
    <Panel id="library" title="Library">
      <p class="soft">Load one of these to change how the gateway behaves.</p>
      <ul class="library">
        {shipped.map(({ name, description }) => (
          <li>
            <span>
              {name}
              <span class="soft hint">{description}</span>
            </span>
            <ActionButton
              {...{ visit, form: loadBuiltIn, values: { name }, look: 'small', label: 'Load' }}
              title={`Load ${name}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A scenario with more rules of its own is folded. */
const UNFOLDED = 20

type LoadedProps = {
  visit: Visit
  scenario: ScenarioResponse
  isFirst: boolean
  lastMatches: LastMatches
}

function Loaded({ visit, scenario, isFirst, lastMatches }: LoadedProps) {
  const { name, description, rules } = scenario
  // Counts of its own rules begin with the load; those of its bases are older.
  const { hits } = scenarioHits(name, rules)
  const own = ownRules(name, rules)
  const bases = rules.filter((rule) => !own.includes(rule))
  const isShort = own.length < UNFOLDED && (own.length > 0 || isFirst)
  return (
    <details class="panel" id={`scenario-${name}`} open={isShort}>
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
