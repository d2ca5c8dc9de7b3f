import type { Command } from 'commander'
import { nearestOrAll } from '../../../base/text/nearest-word.ts'
import { type ControlClient, scenarioNames } from '../../../control/client/control-client.ts'
import type {
  ScenarioResponse,
  ScenariosResponse,
} from '../../../control/contract/calls/scenarios.ts'
import { portableScenario } from '../../../runtime/scenarios/scenario-file.ts'
import { isScenarioFile, refuseFileName } from '../../../runtime/scenarios/scenario-source.ts'
import { basesOf, hitsOf, ownRules, scenarioHits } from '../../../scenario/describe/rule-counts.ts'
import { builtInNames, builtInScenario } from '../../../scenario/library.ts'
import { scenarioJsonSchema } from '../../../scenario/reading/schema/schema.ts'
import type { ScenarioDocument } from '../../../scenario/scenario-document.ts'
import { CliError, misuse } from '../../cli-error.ts'
import { callCommand, command, commandGroup } from '../../define/command.ts'
import { argument, flag } from '../../define/option.ts'
import { askOrFallBack, askTemporarySandbox, nextCommand } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { ruleTable } from '../../words/value-text.ts'
import { scenarioCheckCommand } from './members/scenario-check.ts'
import { scenarioExplainCommand } from './members/scenario-explain.ts'

const schema = command({
  name: 'schema',
  summary: 'Print the JSON Schema of scenario files, for editors',
  examples: ['scenario schema > scenario.schema.json'],
  async run({ json }, { io }) {
    const indent = json ? undefined : 2
    io.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, indent)}\n`)
  },
})

interface Listing extends ScenariosResponse {
  /** Shipped scenarios that are not active. */
  readonly available: readonly { readonly name: string; readonly description: string }[]
}

const list = callCommand({
  name: 'list',
  summary: 'List the active scenarios, highest priority first, and those you can load',
  examples: ['scenario list'],
  fallback: 'config',
  call: async (client): Promise<Listing> => {
    const active = await client.scenarios()
    const names = builtInNames.filter((name) => named(name, active.scenarios) === undefined)
    const available = names.map(async (name) => ({
      name,
      description: (await builtInScenario(name))?.description ?? '',
    }))
    return { ...active, available: await Promise.all(available) }
  },
  text: listingText,
})

function listingText(output: Output, { scenarios, rules, available }: Listing): string {
  const temporary =
    rules.length === 0 ? [] : [['(temporary rules)', rules.length, '', hitsOf(rules), '']]
  const active = scenarios.map(({ name, rules, description }) => [
    { text: name, tone: 'strong' as const },
    ownRules(name, rules).length,
    basesOf(name, rules).join(', '),
    scenarioHits(name, rules).hits,
    description,
  ])
  const columns = [
    { title: 'active' },
    { title: 'rules', align: 'right' },
    { title: 'extends' },
    { title: 'hits', align: 'right' },
    { title: '' },
  ] as const
  const rows = [...temporary, ...active]
  const inForce =
    rows.length === 0
      ? 'No scenario is active.'
      : `Active scenarios, highest priority first:\n\n${output.table(columns, rows)}`
  const others = output.table(
    [{ title: 'to load' }, { title: '' }],
    available.map(({ name, description }) => [name, description]),
  )
  return `${inForce}\n\n${others}`
}

const show = command({
  name: 'show',
  summary: 'Show the rules of a scenario and how often each applied',
  examples: ['scenario show default', 'scenario show flaky-day'],
  args: { name: argument('<name>', 'an active or a built-in scenario') },
  target: 'world',
  async run({ name, ...given }, { io, self }) {
    if (isScenarioFile(name)) {
      throw misuse(`'${name}' is a file; load it, then use the name in the file`)
    }
    const active = (client: ControlClient) => client.scenarios()
    const loaded = (client: ControlClient) => client.loadScenario(name)
    const isBuiltIn = builtInNames.includes(name)
    const { scenarios } = await askOrFallBack({ command: self, io }, active, () =>
      askTemporarySandbox(io, isBuiltIn ? loaded : active),
    )
    let found = named(name, scenarios)
    if (found === undefined && isBuiltIn) {
      io.stderr.write(`Scenario '${name}' is not active; loading it would add these rules\n`)
      found = named(name, (await askTemporarySandbox(io, loaded)).scenarios)
    }
    if (found === undefined) throw unknownScenario(name, scenarios)
    outputFor(given, io).result(found, scenarioText)
  },
})

function named(name: string, all: readonly ScenarioResponse[]): ScenarioResponse | undefined {
  return all.find((scenario) => scenario.name === name)
}

function unknownScenario(name: string, active: readonly ScenarioResponse[]): CliError {
  const names = new Set([...active.map((scenario) => scenario.name), ...builtInNames])
  const hint = nearestOrAll(name, [...names])
  return new CliError(`There is no active or built-in scenario '${name}'${hint}`)
}

function scenarioText(output: Output, scenario: ScenarioResponse): string {
  const { paragraph, style } = output
  // Rules inherited from another scenario are shown with its name.
  const rules = ruleTable(output, scenario.rules, ({ id, name }) =>
    id.startsWith(`${scenario.name}/`) ? name : id,
  )
  return [style('strong', scenario.name), paragraph(scenario.description), '', rules].join('\n')
}

const load = callCommand({
  name: 'load',
  summary: 'Load a scenario with the highest priority',
  details:
    'Loads a built-in scenario or a file with the highest priority. The file is checked before anything changes.',
  examples: ['scenario load flaky-day', 'scenario load ./checkout.yaml --replace'],
  args: {
    entry: argument('<name or file>', 'a built-in scenario, or a YAML or JSON file'),
  },
  options: { replace: flag('--replace', 'replace all active scenarios') },
  call: async (client, { entry, replace }, { io }) => {
    const warn = (text: string) => io.stderr.write(`warning: ${text}\n`)
    if (!isScenarioFile(entry)) refuseFileName(entry)
    const scenario = isScenarioFile(entry) ? await readFile(entry, client, warn) : entry
    const answer = await (replace
      ? client.replaceScenarios({ scenarios: [scenario] })
      : client.loadScenario(scenario))
    // Warnings about the file itself have been printed with their lines.
    const others = answer.warnings.filter(({ location }) => location === undefined)
    for (const warning of others) warn(warning.message)
    return answer
  },
  text: (_output, answer, _given, { self }) =>
    [activeText(answer), ...stillActive(answer, self)].join('\n'),
})

const unload = callCommand({
  name: 'unload',
  summary: 'Unload active scenarios',
  examples: ['scenario unload flaky-day', 'scenario unload flaky-day slow-bank'],
  args: { names: argument('<name...>', 'active scenarios') },
  listing: 'scenario list',
  call: async (client, { names }) => {
    let answer = await client.scenarios()
    const active = new Set(answer.scenarios.map(({ name }) => name))
    // One that is not active comes first, so that it is refused before anything changes.
    const ordered = [...new Set(names)].sort(
      (one, other) => Number(active.has(one)) - Number(active.has(other)),
    )
    for (const name of ordered) answer = await client.unloadScenario(name)
    return answer
  },
  text: (_output, answer) => activeText(answer),
})

/** Checks the file here, so that faults and warnings have line numbers. */
async function readFile(
  file: string,
  client: ControlClient,
  warn: (text: string) => void,
): Promise<ScenarioDocument> {
  const { document, warnings } = await portableScenario(file, () => scenarioNames(client))
  for (const warning of warnings) warn(warning)
  return document
}

/**
 * Names other active scenarios, since a user may think the loaded one is alone. `default` is left
 * out: every sandbox begins with it.
 */
function stillActive(
  { scenarios: [, ...others] }: ScenariosResponse,
  self: Command,
): readonly string[] {
  const names = others.map(({ name }) => name).filter((name) => name !== 'default')
  const [first] = names
  if (first === undefined) return []
  const fact = names.length === 1 ? `${first} still applies` : `${names.join(', ')} still apply`
  return [`${fact}; to unload: ${nextCommand(`scenario unload ${names.join(' ')}`, self)}`]
}

function activeText({ scenarios }: ScenariosResponse): string {
  const names = scenarios.map(({ name }) => name)
  return names.length === 0
    ? 'No scenario is active: every valid request is approved.'
    : `Active scenarios, highest priority first: ${names.join(', ')}`
}

export const scenarioCommand = commandGroup({
  name: 'scenario',
  group: 'Make something happen',
  summary: 'List, load, check or explain scenarios',
  details:
    'A scenario is a list of rules that decline, break or delay requests. It is a YAML or JSON file, or built into Sandgate.',
  examples: ['scenario list', 'scenario load flaky-day'],
  members: [list, show, load, unload, scenarioCheckCommand, scenarioExplainCommand, schema],
})
