import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { version } from '../../../runtime/version.ts'

/** Requests of the journal as a HAR 1.2 document, with cards and accounts masked. */
export function harOf(
  requests: readonly (RequestAnswer & { readonly world: string })[],
  urlOf: (world: string) => string,
) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'sandgate', version },
      entries: requests.map((entry) => entryOf(entry, urlOf(entry.world))),
    },
  }
}

function entryOf(entry: RequestAnswer, base: string) {
  const { real_at, duration, request, answer } = entry
  return {
    startedDateTime: real_at,
    time: duration,
    request: requestOf(request, base),
    response: responseOf(answer),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    comment: commentOf(entry),
  }
}

function requestOf(request: RequestAnswer['request'], base: string) {
  const { method, path, query, correlation_id: id, body } = request
  const search = new URLSearchParams(query).toString()
  const text = textOf(body)
  return {
    method,
    url: `${base}${path}${search === '' ? '' : `?${search}`}`,
    ...sameForBoth,
    headers: [
      ...(id === null ? [] : [{ name: 'X-Correlation-Id', value: id }]),
      ...(text === '' ? [] : [{ name: 'Content-Type', value: JSON_TYPE }]),
    ],
    queryString: Object.entries(query).map(([name, value]) => ({ name, value })),
    ...(text !== '' && { postData: { mimeType: JSON_TYPE, text } }),
    bodySize: Buffer.byteLength(text),
  }
}

/** Browsers write status 0 if there was no complete answer. */
function responseOf({ status, body }: RequestAnswer['answer']) {
  const text = textOf(body)
  return {
    status: status ?? 0,
    statusText: '',
    ...sameForBoth,
    headers: text === '' ? [] : [{ name: 'Content-Type', value: JSON_TYPE }],
    content: { size: Buffer.byteLength(text), mimeType: JSON_TYPE, text },
    redirectURL: '',
    bodySize: Buffer.byteLength(text),
  }
}

const JSON_TYPE = 'application/json'

const sameForBoth = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }

function textOf(body: unknown): string {
  if (body === null || body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function commentOf({ operation, outcome, audit, rules }: RequestAnswer): string {
  const parts = [
    operation,
    outcome,
    audit && `audit ${audit}`,
    ...rules.map((rule) => `rule ${rule}`),
  ]
  return parts.filter(Boolean).join(', ')
}
