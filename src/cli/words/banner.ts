import type { ExpiryFormat } from '../../domain/card/expiry.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { commandLine } from '../../insight/copied-request.ts'
import { counted } from '../../insight/counted.ts'
import { type Shell, usualShell } from '../../insight/shell-line.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import type { Running } from '../../runtime/running.ts'
import { version } from '../../runtime/version.ts'
import { DEFAULT_WORLD } from '../../runtime/worlds/world-registry.ts'
import { DEFAULT_URL } from '../options/connection.ts'
import { fields } from '../terminal/fields.ts'
import type { Output } from '../terminal/output.ts'

export interface BannerFacts {
  readonly api: string
  readonly dashboard: string
  /** The local address; undefined if it is the same as the url. */
  readonly localUrl: string | undefined
  /** The address that commands need; undefined if they find the sandbox by default. */
  readonly target: string | undefined
  /** The certificate that clients must trust; undefined for plain HTTP or a given certificate. */
  readonly ca: string | undefined
  /** Undefined: in memory. */
  readonly data: string | undefined
  /** The number of stored customers. */
  readonly customers: number
  readonly transactions: number
  readonly scenarios: readonly string[]
  readonly now: number
  readonly mode: 'running' | 'frozen'
  readonly purchasePath: string
  readonly expiryFormat: ExpiryFormat
  readonly needsLogin: boolean
  readonly shell: Shell
}

/** What a newcomer needs to know about a sandbox that has just started. */
export function banner(output: Output, facts: BannerFacts): string {
  const { style } = output
  const list = fields(output, [
    ['  API', { text: facts.api, tone: 'link' }],
    ['  Dashboard', { text: facts.dashboard, tone: 'link' }],
    ['  Listens at', facts.localUrl && { text: facts.localUrl, tone: 'link' }],
    ['  Trust', facts.ca],
    ['  Store', storeText(facts)],
    ['  Scenario', scenariosText(facts)],
    ['  Clock', `${sydneyIso(facts.now, 'seconds')} in Sydney, ${facts.mode}`],
  ])
  return [
    `${style('strong', `Sandgate ${version}`)} is ready: a payment gateway to test against; no money moves.`,
    '',
    list,
    '',
    style('quiet', 'Try a purchase:'),
    curlText(facts),
    '',
    cardsText(output, facts),
    '',
    style('quiet', 'Requests show up below as they come. Ctrl-C stops the sandbox.'),
    '',
  ].join('\n')
}

function storeText({ data, customers, transactions }: BannerFacts): string {
  const place =
    data === undefined ? 'in memory, gone when it stops' : `${data}, kept over a restart`
  if (customers === 0 && transactions === 0) return place
  return `${place}; ${counted(transactions, 'transaction')}, ${counted(customers, 'customer')}`
}

function scenariosText({ scenarios }: BannerFacts): string {
  if (scenarios.length === 0) return 'none: every valid request is approved'
  return scenarios.join(', ') + (scenarios.length > 1 ? ' (highest priority first)' : '')
}

/** What cards do: the default scenario approves them, others may not. */
function cardsText({ style }: Output, facts: BannerFacts): string {
  const names = facts.scenarios.filter((name) => name !== 'default')
  const typed = (...words: readonly string[]) => style('strong', commandText(words, facts))
  if (names.length === 0) {
    const gap = facts.target === undefined ? ' ' : '\n  '
    return `Valid cards are approved. Those that are not:${gap}${typed('cards')}`
  }
  const shows = names.map((name) => `  ${typed('scenario', 'show', name)}`)
  return [`What cards do is up to the rules of ${names.join(', ')}:`, ...shows].join('\n')
}

/** A command with the address and CA of this sandbox, whatever the shell's environment holds. */
function commandText(words: readonly string[], { target, ca }: BannerFacts): string {
  const trust = ca === undefined ? '' : `NODE_EXTRA_CA_CERTS=${commandLine([ca])} `
  const option = target === undefined ? [] : ['--url', target]
  return `${trust}npx sandgate ${commandLine([...words, ...option])}`
}

/** Each run is a new purchase, since the correlation id is generated. */
function curlText(facts: BannerFacts): string {
  const login = facts.needsLogin ? ' -u <user>:<password>' : ''
  const trust = facts.ca === undefined ? '' : ` --cacert ${commandLine([facts.ca])}`
  const call = `${trust}${login} ${facts.api}${facts.purchasePath}`
  const body = [
    `'{"merchant":{"id":1},"transaction":{"reference":"order-1",`,
    `"amount_details":{"total_amount":"1000","currency":"AUD"},`,
    `"payment_method":{"creditcard":{"pan":"4111111111111111",`,
    `"expiry_date":"${expiryIn(facts)}"}}}}'`,
  ].join('\n        ')
  const json = `-H 'Content-Type: application/json'`
  return facts.shell === 'powershell'
    ? `  ${body} |\n    curl.exe${call} \`\n    ${json} -H "X-Correlation-Id: try-$(Get-Random)" --data-binary '@-'`
    : `  curl${call} \\\n    ${json} -H "X-Correlation-Id: try-$RANDOM" \\\n    -d ${body}`
}

/** Three years from now by the sandbox's clock. */
function expiryIn({ now, expiryFormat }: BannerFacts): string {
  const year = String(new Date(now).getUTCFullYear() + 3).slice(-2)
  return expiryFormat === 'YYMM' ? `${year}12` : `12${year}`
}

/** Describes the running state rather than the options, since a stored world keeps its own. */
export async function bannerFacts(settings: Settings, running: Running): Promise<BannerFacts> {
  const world = await running.worlds.open(DEFAULT_WORLD)
  const { assumptions, auth, data } = settings
  return {
    api: running.api,
    localUrl: running.localUrl === running.url ? undefined : running.localUrl,
    target: running.url === DEFAULT_URL ? undefined : running.url,
    ca: running.ca,
    dashboard: running.dashboard,
    data,
    customers: world.records.size('customers'),
    transactions: world.records.size('transactions'),
    scenarios: world.rules.scenarios.map(({ name }) => name),
    now: world.now(),
    mode: world.clock.mode,
    purchasePath: assumptions.paths.purchase,
    expiryFormat: assumptions.expiry_format,
    needsLogin: auth === 'required',
    shell: usualShell(process.platform, process.env),
  }
}
