import { sendable } from './test-values.ts'

/** What is known of a request that was made. */
export interface MadeRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly correlation_id: string | null
  readonly body: unknown
}

/** A request as a command line that can be run again, with a correlation id of its own. */
export function curlText(
  { request }: { readonly request: MadeRequest },
  base: string,
  fresh: string,
): string {
  const { method, path, query, body, correlation_id: id } = request
  const search = new URLSearchParams(query).toString()
  const address = `${base}${path}${search === '' ? '' : `?${search}`}`
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`,
    ...(id === null ? [] : [`-H ${quoted(`X-Correlation-Id: ${freshId(id, fresh)}`)}`]),
    ...(body === null
      ? []
      : [
          `-H ${quoted('Content-Type: application/json')}`,
          `--data-raw ${quoted(JSON.stringify(sendable(body)))}`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

/** Never the one that was used: it would be answered as a duplicate. */
function freshId(id: string, fresh: string): string {
  return `${id.slice(0, 20)}-${fresh}`
}

/** In single quotes nothing means anything to a shell but the quote itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A command as it can be typed in a shell: `npm test`, `sh -c 'npm test && npm run e2e'`. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (isPlain(word) ? word : quoted(word))).join(' ')
}

/** Means itself in every shell. */
function isPlain(word: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(word)
}
