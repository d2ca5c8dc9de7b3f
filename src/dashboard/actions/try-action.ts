import type { RequestsAnswer } from '../../http/contract/control/calls/requests.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Form, Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import { type Documented, documentedIn } from '../reference/documented.ts'
import { type Action, refusedBy } from './action.ts'

/** How long the page waits for an answer that a rule may hold back. */
const PATIENCE = 5000

/** Sends a request of the reference as a client would, and shows what the journal has of it. */
export const tryOperation: Action = async (visit, form) => {
  const document = await asked<OpenApiDocument>(visit, { path: '/openapi.json' })
  const found = documentedIn(document).find(
    ({ operation }) => operation.operationId === form.operation,
  )
  if (found === undefined) return refusedBy('There is no such operation.')
  const body = bodyOf(form)
  if (body === 'not JSON') return refusedBy('The body is not well-formed JSON: nothing was sent.')
  const id = form['header.X-Correlation-Id'] || `reference-${crypto.randomUUID()}`
  if (!/^[ -~]{1,200}$/.test(id)) return refusedBy('This X-Correlation-Id cannot be sent.')
  const { method } = found
  const request = {
    method,
    path: addressOf(found, form),
    headers: { 'X-Correlation-Id': id },
    body: body?.value,
  }
  const answer = await visit.send(request, PATIENCE)
  const tried = await journalled(visit, found, id)
  const query = { operation: form.operation, tried }
  const to = `${pageAddress(visit, '/docs', query)}#try-${form.operation}-title`
  return answer.status === undefined ? { ...refusedBy(`${answer.trouble}.`), to } : { to }
}

/** Undefined: there is none. */
function bodyOf({ body }: Form): { readonly value: unknown } | 'not JSON' | undefined {
  if (body === undefined || body.trim() === '') return undefined
  try {
    return { value: JSON.parse(body) }
  } catch {
    return 'not JSON'
  }
}

function addressOf({ path, operation: { parameters } }: Documented, form: Form): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(form[`path.${name}`] || '0'),
  )
  const given = parameters.flatMap(({ name, in: place }) => {
    const value = place === 'query' ? form[`query.${name}`] : undefined
    return value ? [[name, value] as const] : []
  })
  const query = new URLSearchParams(Object.fromEntries(given)).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** Its number in the journal: by its id, or the newest of the operation where the id was no good. */
async function journalled(visit: Visit, { operation }: Documented, id: string) {
  const isGood = /^[A-Za-z0-9+\-_:.,]{1,128}$/.test(id)
  const filter: Readonly<Record<string, string>> = isGood
    ? { correlation_id: id }
    : { operation: operation.operationId }
  const query = { ...filter, limit: '1' }
  const { requests } = await asked<RequestsAnswer>(visit, { path: '/requests', query })
  return requests.at(-1)?.id
}
