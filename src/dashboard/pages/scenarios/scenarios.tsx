import type {
  ScenarioAnswer,
  ScenariosAnswer,
} from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { ownRules, ruleCount, scenarioHits } from '../../../scenario/describe/rule-counts.ts'
import { shippedScenario } from '../../../scenario/library.ts'
import { callControl } from '../../control-call.ts'
import { ActionButton, Field } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Panel } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'
import { ExplainPanel, explainedQuery } from './explain-panel.tsx'
import { MagicPicker } from './magic-picker.tsx'
import { type FoundRules, type LastMet, lastMet, RuleFinder, RuleTable } from './rule-table.tsx'
import {
  addRule,
  loadShipped,
  PastePanel,
  pasteScenario,
  RulePanel,
  unloadScenario,
} from './scenario-forms.tsx'

/** Requests among which the last that met each rule is looked for. */
const LOOKED_AT = 200

export const scenariosRoute: PageRoute = {
  path: '/scenarios',
  forms: [loadShipped, unloadScenario, pasteScenario, addRule],
  async show(frame) {
    const { visit } = frame
    const [loaded, { requests }, { cards }, explained, library] = await Promise.all([
      callControl(visit, 'scenarios'),
      callControl(visit, 'requests', { limit: LOOKED_AT }),
      callControl(visit, 'cards'),
      explainedQuery(visit),
      Promise.all(visit.library.map(libraryEntry)),
    ])
    const met = lastMet(requests)
    const finder = new RuleFinder(visit.query.find ?? '')
    return renderPage(
      { frame, title: 'Scenarios', section: 'Scenarios' },
      <>
        <h1>Scenarios</h1>
        <div class="columns">
          <div class="wide">
            <Panel class="stack" id="loaded" title="Loaded, highest priority first">
              <FindRule visit={visit} loaded={loaded} />
              {loaded.rules.length > 0 && (
                <section class="panel" aria-labelledby="one-shot-title">
                  <h3 id="one-shot-title">One-shot rules</h3>
                  <RuleTable found={finder.find(loaded.rules)} visit={visit} met={met} isOneShot />
                </section>
              )}
              {loaded.scenarios.map((scenario, i) => (
                <Loaded
                  visit={visit}
                  scenario={scenario}
                  found={finder.find(scenario.rules)}
                  isFirst={i === 0}
                  met={met}
                />
              ))}
            </Panel>
            <PastePanel frame={frame} />
            <MagicPicker cards={cards} />
          </div>
          <aside>
            {!visit.isReadOnly && (
              <Library
                visit={visit}
                library={library.filter(
                  ({ name }) => !loaded.scenarios.some((scenario) => scenario.name === name),
                )}
              />
            )}
            <RulePanel visit={visit} />
            <ExplainPanel visit={visit} explained={explained} />
          </aside>
        </div>
      </>,
    )
  },
}

/** A scenario that ships, and what it is for. */
interface LibraryEntry {
  readonly name: string
  readonly description: string
}

async function libraryEntry(name: string): Promise<LibraryEntry> {
  return { name, description: (await shippedScenario(name))?.description ?? '' }
}

/** The shipped scenarios that are not loaded. */
function Library({ visit, library }: { visit: Visit; library: readonly LibraryEntry[] }) {
  return (
    <Panel id="library" title="Library">
      <p class="soft">Ready-made behaviours of the gateway.</p>
      <ul class="library">
        {library.map(({ name, description }) => (
          <li>
            <span>
              {name}
              <span class="soft hint">{description}</span>
            </span>
            <ActionButton
              visit={visit}
              form={loadShipped}
              values={{ name }}
              label="Load"
              look="small"
              title={`Load ${name}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** From this many rules on, the page offers a search. */
const MANY = 50

function FindRule({ visit, loaded }: { visit: Visit; loaded: ScenariosAnswer }) {
  const all = loaded.scenarios.reduce((sum, { rules }) => sum + rules.length, loaded.rules.length)
  const { find } = visit.query
  if (all < MANY && find === undefined) return null
  return (
    <form method="get" action={pageAddress(visit, '/scenarios')} class="fields" id="find-rule">
      <Field name="find" label="Rule with the words" type="search" data-filter value={find ?? ''} />
      <button type="submit">Find</button>
    </form>
  )
}

/** A scenario with more rules of its own is folded. */
const UNFOLDED = 20

interface LoadedProps {
  readonly visit: Visit
  readonly scenario: ScenarioAnswer
  readonly found: FoundRules
  readonly isFirst: boolean
  readonly met: LastMet
}

function Loaded({ visit, scenario, found, isFirst, met }: LoadedProps) {
  const { name, description, rules } = scenario
  // Counts of its own rules begin with the load; those of its bases are older.
  const { hits } = scenarioHits(name, rules)
  const isOwn = new Set(ownRules(name, rules))
  const own = found.shown.filter((rule) => isOwn.has(rule))
  const bases = found.shown.filter((rule) => !isOwn.has(rule))
  const isSought = Boolean(visit.query.find) && found.shown.length > 0
  const isShort = own.length < UNFOLDED && (own.length > 0 || isFirst)
  return (
    <details class="panel" id={`scenario-${name}`} open={isSought || isShort}>
      <summary>
        {name}{' '}
        <span class="soft">{`${ruleCount(name, rules)}, met ${hits === 1 ? 'once' : `${hits} times`}`}</span>
      </summary>
      <p>{description}</p>
      {visit.hasScenarioText(name) && (
        <p class="small-print">
          <a href={pageAddress(visit, `/scenarios/${encodeURIComponent(name)}`)}>Its text</a>
        </p>
      )}
      <RuleTable found={{ shown: own, more: 0 }} visit={visit} met={met} />
      {bases.length + found.more > 0 && (
        <details class="fold" id={`bases-${name}`} open={isSought || own.length === 0}>
          <summary>{own.length === 0 ? 'Its rules' : 'Rules of what it extends'}</summary>
          <RuleTable found={{ shown: bases, more: found.more }} visit={visit} met={met} />
        </details>
      )}
      <ActionButton
        visit={visit}
        form={unloadScenario}
        values={{ name }}
        label="Unload"
        look="small"
        title={`Unload ${name}`}
      />
    </details>
  )
}
