import { cardType, testPanLike, testPans } from '../redaction/card-number.ts'
import { curlLine, quoted, type Shell } from './shell-line.ts'

/** A request from the journal. */
interface MadeRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly correlation_id: string | null
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as a command line that can be run again, with a new correlation id. */
export function curlText(
  { request }: { readonly request: MadeRequest },
  base: string,
  fresh: string,
  shell: Shell = 'sh',
): string {
  const { method, path, query, body, correlation_id: id } = request
  const search = new URLSearchParams(query).toString()
  const url = `${base}${path}${search === '' ? '' : `?${search}`}`
  const headers = [
    // Always a new id: a used one would be answered as a duplicate. PowerShell passes quotes on in many ways.
    ...(id === null ? [] : [`X-Correlation-Id: ${id.slice(0, 20).replaceAll('"', '')}-${fresh}`]),
    ...(body === null ? [] : ['Content-Type: application/json']),
    ...agentLine(request.headers),
  ]
  const json = body === null ? undefined : JSON.stringify(sendable(body))
  return curlLine({ method, url, headers, body: json }, shell)
}

/** Rules may look at the client's name. One that was cut or redacted is left out. */
function agentLine(headers: MadeRequest['headers'] = {}): readonly string[] {
  const [, agent = ''] = Object.entries(headers).find(([name]) => /^user-agent$/i.test(name)) ?? []
  return /^[ !#-~]+$/.test(agent) ? [`User-Agent: ${agent}`] : []
}

/** A command as it can be typed in a shell: `npm test`, `sh -c 'npm test && npm run e2e'`. */
export function commandLine(words: readonly string[]): string {
  // No shell needs quotes for these characters.
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(' ')
}

/** A body that can be sent again, with test cards and accounts in place of masked ones. */
export function sendable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => sendable(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, sendable(inner, name)]),
    )
  }
  if (typeof value !== 'string') return value
  if (key === 'cvv') return '1'.repeat(Math.max(3, value.length))
  if (/^\d+$/.test(value)) return value
  // Vault requests use the same members under longer names: CARD.PAN.
  const member = key.toLowerCase().replace(/^.*\./, '')
  if (member === 'expiry_date' || member === 'expiry') return '1230'
  // The test number that was most likely masked, else one of the same scheme.
  if (member === 'pan')
    return testPanLike(value) ?? testPans(cardType(value))[0] ?? '4111111111111111'
  // Member names are configurable, but a masked account number looks the same everywhere.
  return /^x{1,9}\d{0,3}$/.test(value) ? value.replaceAll('x', '1') : value
}
