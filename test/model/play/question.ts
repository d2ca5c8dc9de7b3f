import type { OneShot, State } from '../law/state.ts'
import { isObject, memberOf, type Request } from '../law/wire/request.ts'

/** The request whose answer tells whether another one was processed; undefined: none does. */
export function questionAbout(request: Request, before: State): Request | undefined {
  const { path, headers, body, method, together } = request
  if (together !== undefined) return undefined
  if (method === 'GET') return { ...request }
  if (method === 'POST' && before.rules.some(isUsedUpUnseen)) return undefined
  // Answers hide an expiry date.
  if (method === 'PATCH' && memberOf(body, 'account') !== undefined) return undefined
  if (path.startsWith('/_sandbox/clock')) return asked('/_sandbox/clock', {})
  if (path.startsWith('/_sandbox')) return undefined
  const { authorization } = headers
  const who = authorization === undefined ? {} : { authorization }
  if (path.startsWith('/v1/transactions')) {
    const id = headers['x-correlation-id'] ?? ''
    const merchant = String(memberOf(body, 'merchant', 'id'))
    return asked('/v1/transactions', who, [
      ['merchant_id', merchant],
      ['correlation_id_lookup', id],
    ])
  }
  return aboutVault(request, before, who)
}

/** A rule that may be used up although nothing else has changed. */
function isUsedUpUnseen({ operation, fault }: OneShot): boolean {
  return fault?.at === 'before' || operation === 'customer_create'
}

function aboutVault(
  { path, query, body }: Request,
  before: State,
  who: Readonly<Record<string, string>>,
): Request {
  const whose = query.filter(([name]) => name === 'merchant_id')
  const [, , , customer = '', tokens] = path.split('/')
  if (tokens !== undefined) return asked(`/v1/customers/${customer}/tokens`, who, whose)
  const reference = isObject(body) ? body.reference : undefined
  const known = before.customers.some(({ id }) => String(id) === customer)
  if (known || typeof reference !== 'string') return asked(path, who, whose)
  return asked('/v1/customers', who, [...whose, ['reference', reference]])
}

function asked(
  path: string,
  headers: Readonly<Record<string, string>>,
  query: Request['query'] = [],
): Request {
  return { method: 'GET', path, query, headers, body: undefined }
}
