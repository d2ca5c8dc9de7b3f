import type {
  CardsAnswer,
  ExplainAnswer,
  ScenarioAnswer,
  ScenariosAnswer,
} from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { shippedScenario } from '../../../scenario/library.ts'
import { ownRules, ruleCount, scenarioHits } from '../../../scenario/telling/rule-counts.ts'
import { asked } from '../../asked.ts'
import { ActionButton } from '../../layout/form.tsx'
import type { Frame, PageRoute } from '../../layout/frame.ts'
import { page } from '../../layout/page.tsx'
import { pageAddress } from '../../words/address.ts'
import { ExplainPanel, explainedQuery } from './explain-panel.tsx'
import { MagicPicker } from './magic-picker.tsx'
import { type FoundRules, type LastMet, lastMet, RuleFinder, RuleTable } from './rule-table.tsx'
import { PastePanel, RulePanel } from './scenario-forms.tsx'

/** Requests among which the last that met each rule is looked for. */
const LOOKED_AT = 1000

export const scenariosRoute: PageRoute = {
  path: '/scenarios',
  async show(frame) {
    const { visit } = frame
    const [loaded, { requests }, { cards }, explained, library] = await Promise.all([
      asked(visit, 'scenarios'),
      asked(visit, 'requests', { limit: LOOKED_AT }),
      asked(visit, 'cards'),
      explainedQuery(visit),
      shelf(visit),
    ])
    return page(
      { frame, title: 'Scenarios', section: 'Scenarios' },
      <Scenarios
        frame={frame}
        loaded={loaded}
        cards={cards}
        explained={explained}
        library={library}
        met={lastMet(requests)}
      />,
    )
  },
}

interface ScenariosProps {
  readonly frame: Frame
  readonly loaded: ScenariosAnswer
  readonly cards: CardsAnswer['cards']
  readonly explained: ExplainAnswer | string | undefined
  readonly library: readonly Shelved[]
  readonly met: LastMet
}

function Scenarios({ frame, loaded, cards, explained, library, met }: ScenariosProps) {
  const { visit } = frame
  const finder = new RuleFinder(visit.query.find ?? '')
  return (
    <>
      <h1>Scenarios</h1>
      <div class="columns">
        <div class="wide">
          <section class="stack" aria-labelledby="loaded-title">
            <h2 id="loaded-title">Loaded, highest priority first</h2>
            <FindRule frame={frame} loaded={loaded} />
            {loaded.rules.length > 0 && (
              <section class="panel" aria-labelledby="one-shot-title">
                <h3 id="one-shot-title">One-shot rules</h3>
                <RuleTable found={finder.find(loaded.rules)} visit={visit} met={met} isOneShot />
              </section>
            )}
            {loaded.scenarios.map((scenario, i) => (
              <Loaded
                frame={frame}
                scenario={scenario}
                found={finder.find(scenario.rules)}
                isFirst={i === 0}
                met={met}
              />
            ))}
          </section>
          <PastePanel frame={frame} />
          <MagicPicker cards={cards} />
        </div>
        <aside>
          <Library frame={frame} library={library} loaded={loaded.scenarios} />
          <RulePanel frame={frame} />
          <ExplainPanel frame={frame} explained={explained} />
        </aside>
      </div>
    </>
  )
}

/** The scenarios that ship, with what each is for. */
function shelf({ library }: Visit): Promise<readonly Shelved[]> {
  return Promise.all(
    library.map(async (name) => ({
      name,
      description: (await shippedScenario(name))?.description ?? '',
    })),
  )
}

interface Shelved {
  readonly name: string
  readonly description: string
}

function Library({
  frame: { visit },
  library,
  loaded,
}: {
  frame: Frame
  library: readonly Shelved[]
  loaded: readonly ScenarioAnswer[]
}) {
  if (visit.isReadOnly) return null
  const others = library.filter(({ name }) => !loaded.some((scenario) => scenario.name === name))
  return (
    <section class="panel" aria-labelledby="library-title">
      <h2 id="library-title">Library</h2>
      <p class="soft">Ready-made behaviours of the gateway.</p>
      <ul class="library">
        {others.map(({ name, description }) => (
          <li>
            <span>
              {name}
              <span class="soft hint">{description}</span>
            </span>
            <ActionButton
              visit={visit}
              action="load"
              values={{ name }}
              label="Load"
              look="small"
              title={`Load ${name}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** From this many rules on, the page offers a search. */
const MANY = 50

function FindRule({ frame: { visit }, loaded }: { frame: Frame; loaded: ScenariosAnswer }) {
  const all = loaded.scenarios.reduce((sum, { rules }) => sum + rules.length, loaded.rules.length)
  const { find } = visit.query
  if (all < MANY && find === undefined) return null
  return (
    <form method="get" action={pageAddress(visit, '/scenarios')} class="fields" id="find-rule">
      <div class="field">
        <label for="find">Rule with the words</label>
        <input id="find" name="find" type="search" data-filter value={find ?? ''} />
      </div>
      <button type="submit">Find</button>
    </form>
  )
}

/** A scenario with more rules of its own is folded. */
const UNFOLDED = 20

interface LoadedProps {
  readonly frame: Frame
  readonly scenario: ScenarioAnswer
  readonly found: FoundRules
  readonly isFirst: boolean
  readonly met: LastMet
}

function Loaded({ frame: { visit }, scenario, found, isFirst, met }: LoadedProps) {
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
        action="unload"
        values={{ name }}
        label="Unload"
        look="small"
        title={`Unload ${name}`}
      />
    </details>
  )
}
