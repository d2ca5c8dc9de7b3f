import type { ScenarioAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { ownRules, ruleCount, scenarioHits } from '../../../scenario/describe/rule-counts.ts'
import { shippedScenario } from '../../../scenario/library.ts'
import { callControl } from '../../control-call.ts'
import { ActionButton } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Panel } from '../../parts/table.tsx'
import { pageAddress } from '../../words/address.ts'
import { ExplainPanel, explainedQuery } from './explain-panel.tsx'
import { MagicPicker } from './magic-picker.tsx'
import { type LastMet, lastMet, RuleTable } from './rule-table.tsx'
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
    const [loaded, { requests }, { cards }, explained] = await Promise.all([
      callControl(visit, 'scenarios'),
      callControl(visit, 'requests', { limit: LOOKED_AT }),
      callControl(visit, 'cards'),
      explainedQuery(visit),
    ])
    const met = lastMet(requests)
    const isLoaded = (name: string) => loaded.scenarios.some((one) => one.name === name)
    const shipped = await Promise.all(
      visit.library
        .filter((name) => !isLoaded(name))
        .map(async (name) => {
          return { name, description: (await shippedScenario(name))?.description ?? '' }
        }),
    )
    return renderPage(
      { frame, title: 'Scenarios', section: 'Scenarios' },
      <>
        <h1>Scenarios</h1>
        <div class="columns">
          <div class="wide">
            <RulePanel visit={visit} />
            <ExplainPanel visit={visit} explained={explained} />
            <Panel class="stack" id="loaded" title="Loaded, highest priority first">
              {loaded.rules.length > 0 && (
                <section class="panel" aria-labelledby="one-shot-title">
                  <h3 id="one-shot-title">One-shot rules</h3>
                  <RuleTable rules={loaded.rules} visit={visit} met={met} isOneShot />
                </section>
              )}
              {loaded.scenarios.map((scenario, i) => (
                <Loaded visit={visit} scenario={scenario} isFirst={i === 0} met={met} />
              ))}
            </Panel>
            <PastePanel frame={frame} />
            <MagicPicker cards={cards} />
          </div>
          <aside>{!visit.isReadOnly && <Library visit={visit} shipped={shipped} />}</aside>
        </div>
      </>,
    )
  },
}

/** The shipped scenarios that are not loaded. */
function Library({ visit, shipped }: { visit: Visit; shipped: readonly ShippedName[] }) {
  return (
    <Panel id="library" title="Library">
      <p class="soft">Ready-made behaviours of the gateway.</p>
      <ul class="library">
        {shipped.map(({ name, description }) => (
          <li>
            <span>
              {name}
              <span class="soft hint">{description}</span>
            </span>
            <ActionButton
              {...{ visit, form: loadShipped, values: { name }, look: 'small' }}
              label="Load"
              title={`Load ${name}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ShippedName = { readonly name: string; readonly description: string }

/** A scenario with more rules of its own is folded. */
const UNFOLDED = 20

interface LoadedProps {
  readonly visit: Visit
  readonly scenario: ScenarioAnswer
  readonly isFirst: boolean
  readonly met: LastMet
}

function Loaded({ visit, scenario, isFirst, met }: LoadedProps) {
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
        <span class="soft">{`${ruleCount(name, rules)}, met ${hits === 1 ? 'once' : `${hits} times`}`}</span>
      </summary>
      <p>{description}</p>
      {visit.hasScenarioText(name) && (
        <p class="small-print">
          <a href={pageAddress(visit, `/scenarios/${encodeURIComponent(name)}`)}>Its text</a>
        </p>
      )}
      <RuleTable rules={own} visit={visit} met={met} />
      {bases.length > 0 && (
        <details class="fold" id={`bases-${name}`} open={own.length === 0}>
          <summary>{own.length === 0 ? 'Its rules' : 'Rules of what it extends'}</summary>
          <RuleTable rules={bases} visit={visit} met={met} />
        </details>
      )}
      <ActionButton
        {...{ visit, form: unloadScenario, values: { name }, look: 'small' }}
        label="Unload"
        title={`Unload ${name}`}
      />
    </details>
  )
}
