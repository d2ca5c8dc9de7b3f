import { setTimeout } from 'node:timers/promises'
import type { RequestsQuery } from '../../http/contract/control/calls/requests.ts'
import type { FormFields, Visit } from '../../http/pages/visit.ts'
import type { Operation } from '../../scenario/rule.ts'
import { callControl } from '../control-call.ts'
import { type PageForm, refusedBy } from '../layout/form.tsx'
import { type Documented, documentedIn } from '../reference/documented.ts'
import { pageAddress } from '../words/address.ts'

/** In milliseconds: a rule may hold the answer back. */
const TIMEOUT = 5000

/** Sends a request of the reference as a client would, and shows it as it was recorded. */
export const tryOperation: PageForm = {
  name: 'try',
  async handle(visit, form) {
    const document = await callControl(visit, 'openapi')
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
    const { status, trouble } = await visit.send(request, TIMEOUT)
    const filter = filterFor(found, id)
    if (status !== undefined) {
      return { to: formAddress(visit, form, await recordedId(visit, filter)) }
    }
    const tried = await recordedSoon(visit, filter)
    const place = tried === undefined ? '/requests' : `/requests/${tried}`
    const link = pageAddress(visit, place, tried === undefined ? filter : {})
    return {
      ...refusedBy(`${trouble}.`, [{ text: 'The request, as the journal has it', to: link }]),
      to: formAddress(visit, form, tried),
    }
  },
}

/** Back to the form, with its result. */
function formAddress(visit: Visit, { operation }: FormFields, tried?: number): string {
  return `${pageAddress(visit, '/docs', { operation, tried })}#try-${operation}-title`
}

/** Undefined if there is none. */
function bodyOf({ body }: FormFields): { readonly value: unknown } | 'not JSON' | undefined {
  if (body === undefined || body.trim() === '') return undefined
  try {
    return { value: JSON.parse(body) }
  } catch {
    return 'not JSON'
  }
}

function addressOf({ path, operation: { parameters } }: Documented, form: FormFields): string {
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

/** By its id, or all of the operation if the id is not valid. */
function filterFor({ operation }: Documented, id: string): Filter {
  const isValid = /^[A-Za-z0-9+\-_:.,]{1,128}$/.test(id)
  return isValid ? { correlation_id: id } : { operation: operation.operationId as Operation }
}

/** The id of the newest such request. */
async function recordedId(visit: Visit, filter: Filter): Promise<number | undefined> {
  const { requests } = await callControl(visit, 'requests', { ...filter, limit: 1 })
  return requests.at(-1)?.id
}

const TRIES = 20
const BETWEEN_TRIES = 25

/** A request without an answer is recorded a moment later, or when its bank has decided. */
async function recordedSoon(visit: Visit, filter: Filter): Promise<number | undefined> {
  for (let i = 0; i < TRIES; i++) {
    const found = await recordedId(visit, filter)
    if (found !== undefined) return found
    await setTimeout(BETWEEN_TRIES)
  }
  return undefined
}
