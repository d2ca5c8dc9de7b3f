import { isObject, type Request } from '../../law/wire/request.ts'
import type { Chance } from '../chance.ts'

/** Good for little; what exactly each is answered with, the model says. */
const wrong: readonly unknown[] = [
  undefined,
  undefined,
  null,
  0,
  1.5,
  -1,
  2_147_483_648,
  true,
  '',
  'caf\u00e9',
  'x'.repeat(300),
  '-1',
  '01',
  'aud',
  'XAU',
  'ZZZ',
  '4111111111111112',
  '1313',
  [],
  {},
]

/** The request with something wrong somewhere. */
export function spoilt(chance: Chance, request: Request): Request {
  const how = chance.weighed<(request: Request) => Request>(
    [10, (good) => ({ ...good, body: spoiltBody(chance, good.body) })],
    [
      2,
      (good) => withHeader(good, 'x-correlation-id', chance.one(['', 'a b', 'x'.repeat(129), '"'])),
    ],
    [1, withoutId],
    [2, (good) => spoiltPath(chance, good)],
    [2, (good) => spoiltQuery(chance, good)],
  )
  // Twice, so that several errors come at once.
  return chance.often(0.3)
    ? how({ ...request, body: spoiltBody(chance, request.body) })
    : how(request)
}

function withHeader(request: Request, name: string, value: string): Request {
  return { ...request, headers: { ...request.headers, [name]: value } }
}

function withoutId(request: Request): Request {
  const { 'x-correlation-id': _id, ...headers } = request.headers
  return { ...request, headers }
}

function spoiltBody(chance: Chance, body: unknown): unknown {
  if (!isObject(body)) return body
  const names = Object.keys(body)
  const name = chance.some(names)
  if (name === undefined) return body
  if (isObject(body[name]) && chance.often(0.85)) {
    return { ...body, [name]: spoiltBody(chance, body[name]) }
  }
  const { [name]: _gone, ...rest } = body
  // How many digits a CVV has depends on the card.
  const { cvv: _cvv, ...others } = rest
  const value = name === 'kvps' && chance.often(0.8) ? spoiltKvps(chance) : chance.some(wrong)
  const kept = name === 'pan' ? others : rest
  return value === undefined ? kept : { ...kept, [name]: value }
}

function spoiltKvps(chance: Chance): unknown {
  return chance.one<unknown>([
    { 'a b': 'x' },
    { ['k'.repeat(65)]: 'x' },
    { ['k'.repeat(64)]: 'v'.repeat(255) },
    { long: 'v'.repeat(256) },
    { number: 5 },
    { accent: 'caf\u00e9' },
    { till: '1', 'GATEWAY.REQUEST.KVP.till': '2' },
    Object.fromEntries(Array.from({ length: 51 }, (_, place) => [`k${place}`, 'v'])),
    Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`k${place}`, 'v'])),
  ])
}

function spoiltPath(chance: Chance, request: Request): Request {
  const value = chance.one(['0', 'abc', '2147483648', '1.5', '-1'])
  return { ...request, path: request.path.replace(/\/[0-9]+/, `/${value}`) }
}

function spoiltQuery(chance: Chance, request: Request): Request {
  const { query } = request
  const isList = /\/(?:customers|tokens)$/.test(request.path) && request.method === 'GET'
  const known = isList ? ['merchant_id', 'limit', 'offset'] : query.map(([name]) => name)
  const name = chance.some(known)
  if (name === undefined) return request
  const others = query.filter(([other]) => other !== name)
  if (chance.often(0.2)) return { ...request, query: [...others, [name, '1'], [name, '1']] }
  if (chance.often(0.2)) return { ...request, query: others }
  const value = chance.one([
    '',
    '0',
    '-1',
    '101',
    'abc',
    '2147483648',
    'caf\u00e9',
    'x'.repeat(129),
  ])
  return { ...request, query: [...others, [name, value]] }
}
