import defaultFile from '../../scenarios/default.yaml'
import { isOf } from './matching/rule-order.ts'
import type { FindScenario } from './reading/compose.ts'
import type { Scenario } from './rule.ts'
import type { BuiltInName, ScenarioDocument } from './scenario-document.ts'

type Load = () => Promise<{ readonly default: unknown }>

// Every start needs the default; the others are read on demand.
const files: Readonly<Record<BuiltInName, Load>> = {
  default: async () => ({ default: defaultFile }),
  'acquirer-down': () => import('../../scenarios/acquirer-down.yaml'),
  drift: () => import('../../scenarios/drift.yaml'),
  'duplicate-trouble': () => import('../../scenarios/duplicate-trouble.yaml'),
  'expired-stored-cards': () => import('../../scenarios/expired-stored-cards.yaml'),
  'first-attempt-fails': () => import('../../scenarios/first-attempt-fails.yaml'),
  'flaky-day': () => import('../../scenarios/flaky-day.yaml'),
  'fraud-watch': () => import('../../scenarios/fraud-watch.yaml'),
  'hard-recovery': () => import('../../scenarios/hard-recovery.yaml'),
  'hold-trouble': () => import('../../scenarios/hold-trouble.yaml'),
  'late-returns': () => import('../../scenarios/late-returns.yaml'),
  'lagging-search': () => import('../../scenarios/lagging-search.yaml'),
  'lost-responses': () => import('../../scenarios/lost-responses.yaml'),
  'lost-requests': () => import('../../scenarios/lost-requests.yaml'),
  'nightly-outage': () => import('../../scenarios/nightly-outage.yaml'),
  'proxy-in-front': () => import('../../scenarios/proxy-in-front.yaml'),
  'rate-limited': () => import('../../scenarios/rate-limited.yaml'),
  'refund-trouble': () => import('../../scenarios/refund-trouble.yaml'),
  'retry-then-approve': () => import('../../scenarios/retry-then-approve.yaml'),
  'returned-debits': () => import('../../scenarios/returned-debits.yaml'),
  'slow-bank': () => import('../../scenarios/slow-bank.yaml'),
  soak: () => import('../../scenarios/soak.yaml'),
  'stuck-debits': () => import('../../scenarios/stuck-debits.yaml'),
  'three-strikes': () => import('../../scenarios/three-strikes.yaml'),
  undecided: () => import('../../scenarios/undecided.yaml'),
  'vault-trouble': () => import('../../scenarios/vault-trouble.yaml'),
  velocity: () => import('../../scenarios/velocity.yaml'),
}

export const builtInNames: readonly string[] = Object.keys(files)

/**
 * The scenario that is active unless another is requested.
 * @internal Exported for tests.
 */
export const defaultScenario = checkedByTests(defaultFile)

/** A scenario of the library; undefined if there is none of that name. */
export async function builtInScenario(name: string): Promise<ScenarioDocument | undefined> {
  const load = isBuiltIn(name) ? files[name] : undefined
  return load === undefined ? undefined : checkedByTests((await load()).default)
}

function isBuiltIn(name: string): name is BuiltInName {
  return Object.hasOwn(files, name)
}

// A test checks each shipped file against the schema, so that starts need not load it.
function checkedByTests(document: unknown): ScenarioDocument {
  return document as ScenarioDocument
}

/**
 * Finds scenarios by name for `composeScenario`: the given ones, and library scenarios that they
 * extend. Those are read in advance, so that the lookup is synchronous.
 */
export async function scenarioFinder(
  documents: readonly ScenarioDocument[],
): Promise<FindScenario> {
  const given = new Map(documents.map((document) => [document.name, document]))
  const names = documents.flatMap((document) => document.extends ?? [])
  const shipped = await builtInAmong(names, (name) => given.has(name))
  return (name) => given.get(name) ?? shipped.get(name)
}

/** The library scenarios that names lead to, except those that are given otherwise. */
export async function builtInAmong(
  names: readonly string[],
  isGiven: (name: string) => boolean,
): Promise<ReadonlyMap<string, ScenarioDocument>> {
  const found = new Map<string, ScenarioDocument>()
  const open = [...names]
  for (const name of open) {
    const document = isGiven(name) || found.has(name) ? undefined : await builtInScenario(name)
    if (document === undefined) continue
    found.set(name, document)
    open.push(...(document.extends ?? []))
  }
  return found
}

/** Rules that can be loaded at a time, and that one scenario can have. */
export const MOST_RULES = 2000

/** What is wrong if scenarios have too many rules together; those of shipped ones are few and not counted. */
export function tooManyRules(scenarios: readonly Scenario[]): string | undefined {
  const shipped = builtInNames.map(isOf)
  const written = scenarios.flatMap(({ rules }) => rules)
  const count = written.filter((rule) => !shipped.some((isBuiltIn) => isBuiltIn(rule))).length
  if (count <= MOST_RULES) return undefined
  return `${scenarios.length} scenarios have ${count} rules together, and may have ${MOST_RULES}`
}
