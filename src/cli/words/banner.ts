import { DEFAULT_URL } from '../../base/default-url.ts'
import { commandText } from '../../base/text/command-text.ts'
import { commandLine } from '../../base/text/copied-request.ts'
import { counted } from '../../base/text/counted.ts'
import { usualShell } from '../../base/text/shell-line.ts'
import type { ExpiryFormat } from '../../domain/card.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { World } from '../../gateway/world/world.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import {
  hostInUrl,
  isLoopback,
  ownAddresses,
  schemeFor,
} from '../../runtime/listening/server-address.ts'
import type { Running } from '../../runtime/running.ts'
import { version } from '../../runtime/version.ts'
import type { Output } from '../terminal/output.ts'
import { fields } from '../terminal/table.ts'

/** The running state rather than the options, since a stored world keeps its own. */
interface BannerFacts {
  readonly settings: Settings
  readonly running: Running
  readonly world: World
}

/** What a newcomer needs to know about a sandbox that has just started. */
export function banner(output: Output, facts: BannerFacts): string {
  const { style } = output
  const { api, dashboard, url, localUrl, ca } = facts.running
  const { world } = facts
  const list = fields(output, [
    ['  API', { text: api, tone: 'link' }],
    ['  Dashboard', { text: dashboard, tone: 'link' }],
    ['  Listens at', localUrl === url ? undefined : { text: localUrl, tone: 'link' }],
    ['  For others', othersText(facts)],
    ['  Trust', ca],
    ['  Store', storeText(facts)],
    ['  Scenario', scenariosText(world)],
    ['  Clock', `${sydneyIso(world.now(), 'seconds')} in Sydney, ${world.clock.mode}`],
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
    style('quiet', 'Requests appear below as they arrive. Ctrl-C stops the sandbox.'),
    '',
  ].join('\n')
}

/** The addresses that other machines can use, and what protects the control API from them. */
function othersText({ settings, running: { localUrl, api } }: BannerFacts): string | undefined {
  const { host, controlToken } = settings
  if (isLoopback(host)) return undefined
  const { port } = new URL(localUrl)
  const scheme = schemeFor(settings)
  const found = ownAddresses(host).map((one) => `${scheme}://${hostInUrl(one)}:${port}`)
  const names = found.length === 0 ? api : found.join(', ')
  return controlToken === undefined ? names : `${names}; your token protects the control API`
}

function storeText({ settings: { data }, world: { records } }: BannerFacts): string {
  const storage =
    data === undefined ? 'in memory; lost when the sandbox stops' : `${data}, kept across restarts`
  const [transactions, customers] = [records.size('transactions'), records.size('customers')]
  if (customers === 0 && transactions === 0) return storage
  return `${storage}; ${counted(transactions, 'transaction')}, ${counted(customers, 'customer')}`
}

function scenariosText({ rules: { scenarios } }: World): string {
  if (scenarios.length === 0) return 'none: every valid request is approved'
  const names = scenarios.map(({ name }) => name).join(', ')
  return scenarios.length > 1 ? `${names} (highest priority first)` : names
}

/** What cards do: the default scenario approves them, others may not. */
function cardsText({ style }: Output, facts: BannerFacts): string {
  const { rules } = facts.world
  const names = rules.scenarios.map(({ name }) => name).filter((name) => name !== 'default')
  const typed = (...words: readonly string[]) => style('strong', commandText(words, facts.running))
  if (names.length === 0) {
    const gap = facts.running.url === DEFAULT_URL ? ' ' : '\n  '
    return `Valid cards are approved. For those that are not:${gap}${typed('magic')}`
  }
  const shows = names.map((name) => `  ${typed('scenario', 'show', name)}`)
  return [`Card payments depend on the rules of ${names.join(', ')}:`, ...shows].join('\n')
}

/** Each run is a new purchase, since the correlation id is generated. */
function curlText({ settings, running: { api, ca }, world }: BannerFacts): string {
  const { auth, assumptions } = settings
  const login = auth === 'required' ? ' -u <user>:<password>' : ''
  const trust = ca === undefined ? '' : ` --cacert ${commandLine([ca])}`
  const call = `${trust}${login} ${api}${assumptions.paths.purchase}`
  const body = [
    `'{"merchant":{"id":1},"transaction":{"reference":"order-1",`,
    `"amount_details":{"total_amount":"1000","currency":"AUD"},`,
    `"payment_method":{"creditcard":{"pan":"4111111111111111",`,
    `"expiry_date":"${expiryAt(world.now(), assumptions.expiry_format)}"}}}}'`,
  ].join('\n        ')
  const json = `-H 'Content-Type: application/json'`
  return usualShell(process.platform, process.env) === 'powershell'
    ? `  ${body} |\n    curl.exe${call} \`\n    ${json} -H "X-Correlation-Id: try-$(Get-Random)" --data-binary '@-'`
    : `  curl${call} \\\n    ${json} -H "X-Correlation-Id: try-$RANDOM" \\\n    -d ${body}`
}

/** Three years from now by the sandbox's clock. */
function expiryAt(now: number, format: ExpiryFormat): string {
  const year = String(new Date(now).getUTCFullYear() + 3).slice(-2)
  return format === 'YYMM' ? `${year}12` : `12${year}`
}
