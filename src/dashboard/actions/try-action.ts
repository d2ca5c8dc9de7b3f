import { setTimeout } from 'node:timers/promises'
import type { RequestsQuery } from '../../http/contract/control/calls/requests.ts'
import type { Form, Visit } from '../../http/pages/visit.ts'
import type { Operation } from '../../scenario/rule.ts'
import { asked } from '../asked.ts'
import { type FormAction, refusedBy } from '../notices.ts'
import { type Documented, documentedIn } from '../reference/documented.ts'
import { pageAddress } from '../words/address.ts'

/** How long the page waits for an answer that a rule may hold back. */
const PATIENCE = 5000

/** Sends a request of the reference as a client would, and shows what the journal has of it. */
export const tryOperation: FormAction = async (visit, form) => {
  const document = await asked(visit, 'openapi')
  const found = documentedIn(document).find(
    ({ operation }) => operation.operationId === form.operation,
  )
  if (found === undefined) return refusedBy('There is no such operation.')
  const refused = (text: string) => ({ ...refusedBy(text), to: formAddress(visit, form) })
  const body = bodyOf(form)
  if (body === 'not JSON') return refused('The body is not well-formed JSON: nothing was sent.')
  const id = form['header.X-Correlation-Id'] || `reference-${crypto.randomUUID()}`
  if (!/^[ -~]{1,200}$/.test(id)) return refused('This X-Correlation-Id cannot be sent.')
  const request = {
    method: found.method,
    path: addressOf(found, form),
    headers: { 'X-Correlation-Id': id },
    body: body?.value,
  }
  const { status, trouble } = await visit.send(request, PATIENCE)
  const filter = filterFor(found, id)
  if (status !== undefined) {
    return { to: formAddress(visit, form, await journalled(visit, filter)) }
  }
  const tried = await journalledSoon(visit, filter)
  const place = tried === undefined ? '/requests' : `/requests/${tried}`
  const link = pageAddress(visit, place, tried === undefined ? filter : {})
  return {
    ...refusedBy(`${trouble}.`, [{ text: 'The request, as the journal has it', to: link }]),
    to: formAddress(visit, form, tried),
  }
}

/** Back to the form, with what came of it. */
function formAddress(visit: Visit, { operation }: Form, tried?: number): string {
  return `${pageAddress(visit, '/docs', { operation, tried })}#try-${operation}-title`
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

type Filter = Pick<RequestsQuery, 'correlation_id' | 'operation'>

/** By its id, or all of the operation where the id was no good. */
function filterFor({ operation }: Documented, id: string): Filter {
  const isGood = /^[A-Za-z0-9+\-_:.,]{1,128}$/.test(id)
  return isGood ? { correlation_id: id } : { operation: operation.operationId as Operation }
}

/** The number of the newest such request in the journal. */
async function journalled(visit: Visit, filter: Filter): Promise<number | undefined> {
  const { requests } = await asked(visit, 'requests', { ...filter, limit: 1 })
  return requests.at(-1)?.id
}

const LOOKS = 20
const BETWEEN_LOOKS = 25

/** A request that was hung up on is written down a moment later, or when its bank is done with it. */
async function journalledSoon(visit: Visit, filter: Filter): Promise<number | undefined> {
  for (let i = 0; i < LOOKS; i++) {
    const found = await journalled(visit, filter)
    if (found !== undefined) return found
    await setTimeout(BETWEEN_LOOKS)
  }
  return undefined
}
