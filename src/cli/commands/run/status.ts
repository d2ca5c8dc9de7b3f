import { counted } from '../../../base/text/counted.ts'
import { isSpent, scenarioHits } from '../../../scenario/describe/rule-counts.ts'
import { command } from '../../define/command.ts'
import type { Io } from '../../io.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import {
  answeringSandbox,
  type ReadyOptions,
  readyFileOption,
} from '../../options/ready-sandbox.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import { dataText, sydneyTimeText } from '../../words/value-text.ts'

type Status = Awaited<ReturnType<typeof statusOf>>

export const statusCommand = command({
  name: 'status',
  group: 'Run a sandbox',
  summary: 'Show the running sandbox',
  examples: ['status', 'status --url http://127.0.0.1:7264 --json'],
  options: readyFileOption,
  target: 'world',
  async run(given, { io }) {
    const status = await statusOf(given, io)
    outputFor(given, io).result(status, (output) => statusText(output, status))
  },
})

async function statusOf(options: ReadyOptions, io: Io) {
  const { client, health } = await answeringSandbox(options, io)
  const { version, world, failure = null } = health
  const [{ now, mode }, { scenarios, rules }, { worlds }] = await Promise.all([
    client.clock(),
    client.scenarios(),
    client.worlds({ limit: MOST_WORLDS }),
  ])
  const {
    transactions = 0,
    customers = 0,
    tokens = 0,
  } = worlds.find(({ name }) => name === world) ?? {}
  return {
    version,
    url: client.urlOf(),
    api: `${client.urlOf()}/v1`,
    dashboard: `${client.urlOf()}/_sandbox`,
    world,
    now,
    mode,
    scenarios: scenarios.map((scenario) => ({
      name: scenario.name,
      ...scenarioHits(scenario.name, scenario.rules),
    })),
    rules: rules.length,
    armed_rules: rules.filter((rule) => !isSpent(rule)).length,
    transactions,
    customers,
    tokens,
    worlds: worlds.map(({ name }) => name),
    failure,
  }
}

function statusText(output: Output, status: Status): string {
  return fields(output, [
    ['sandgate', status.version],
    ['API', { text: status.api, tone: 'link' }],
    ['dashboard', { text: status.dashboard, tone: 'link' }],
    [
      'world',
      status.worlds.length > 1
        ? `${status.world} (one of ${status.worlds.length} worlds)`
        : status.world,
    ],
    ['clock', `${sydneyTimeText(status.now)}, ${status.mode}`],
    ['scenarios', status.scenarios.map(scenarioText).join(', ') || 'none'],
    ['temporary rules', status.rules === 0 ? null : temporaryText(status)],
    ['data', dataText(status)],
    ['failing', status.failure === null ? null : { text: status.failure, tone: 'bad' }],
  ])
}

function scenarioText({ name, hits, extended_hits }: Status['scenarios'][number]): string {
  if (hits > 0) return `${name} (${counted(hits, 'hit')})`
  return extended_hits > 0 ? `${name} (no hit of its own rules)` : name
}

/** `2 armed, 1 used up` */
function temporaryText({ rules, armed_rules }: Status): string {
  const used = rules - armed_rules
  return [
    ...(armed_rules === 0 ? [] : [`${armed_rules} armed`]),
    ...(used === 0 ? [] : [`${used} used up`]),
  ].join(', ')
}
