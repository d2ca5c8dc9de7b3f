import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HandlerParts } from '../parts.ts'
import { wholeRun } from './report-representation.ts'

type Labels = Readonly<Record<string, string>>

/** One metric: its name, its kind, what it says, and its values. */
interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly values: readonly (readonly [Labels, number])[]
}

/** Measures from the first call on, so that a sandbox that nobody scrapes does not pay for it. */
const delay = monitorEventLoopDelay({ resolution: 20 })

/** The state of the sandbox and its run in the Prometheus text format. */
export function metricsText(parts: HandlerParts): string {
  delay.enable()
  const text = metricsOf(parts).map(metricText).join('')
  delay.reset()
  return text
}

function metricsOf({ version, judging, worlds }: HandlerParts): readonly Metric[] {
  const { calls, faults, found, waiting } = judging.run.part(wholeRun).tally
  const open = worlds.list()
  const rows = (table: 'customers' | 'tokens' | 'transactions') =>
    [{ table }, open.reduce((sum, { records }) => sum + records.size(table), 0)] as const
  return [
    gauge('info', 'The version of the sandbox', [[{ version }, 1]]),
    counter('requests_total', 'API requests of the run by operation and outcome', [
      ...Object.entries(calls).map(([call, n]) => [operationAndOutcome(call), n] as const),
    ]),
    counter('faults_total', 'Faults that rules caused, before or after processing', [
      ...Object.entries(faults).map(([at, n]) => [{ at }, n] as const),
    ]),
    counter('findings_total', 'Findings of the report by code', [
      ...Object.entries(found).map(([code, n]) => [{ code }, n] as const),
    ]),
    gauge('requests_waiting', 'Requests whose clients wait for an answer', [[{}, waiting]]),
    gauge('worlds', 'Worlds', [[{}, open.length]]),
    gauge('rows', 'Stored rows of all worlds', [
      rows('transactions'),
      rows('customers'),
      rows('tokens'),
    ]),
    gauge('event_loop_delay_seconds', 'Delay of the event loop since the last scrape', [
      [{ quantile: '0.5' }, delay.percentile(50) / 1e9],
      [{ quantile: '0.99' }, delay.percentile(99) / 1e9],
      [{ quantile: '1' }, delay.max / 1e9],
    ]),
    gauge('resident_memory_bytes', 'Memory of the process', [[{}, process.memoryUsage.rss()]]),
  ]
}

function operationAndOutcome(call: string): Labels {
  const [operation = '', outcome = ''] = call.split(' ')
  return { operation, outcome }
}

function counter(name: string, help: string, values: Metric['values']): Metric {
  return { name, type: 'counter', help, values }
}

function gauge(name: string, help: string, values: Metric['values']): Metric {
  return { name, type: 'gauge', help, values }
}

function metricText({ name, type, help, values }: Metric): string {
  const full = `sandgate_${name}`
  const lines = values.map(([labels, value]) => `${full}${labelText(labels)} ${value}\n`)
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`
}

/** Labels are words of our own and world names, so nothing in them needs an escape. */
function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
