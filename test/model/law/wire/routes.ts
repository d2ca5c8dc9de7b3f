export type Name =
  | 'purchase'
  | 'preauthorisation'
  | 'standalone_refund'
  | 'completion'
  | 'refund'
  | 'void'
  | 'lookup'
  | 'search'
  | 'customer_search'
  | 'customer_create'
  | 'customer_lookup'
  | 'customer_update'
  | 'customer_delete'
  | 'token_list'
  | 'token_create'
  | 'token_lookup'
  | 'token_update'
  | 'token_delete'

const table: readonly (readonly [path: string, methods: Readonly<Record<string, Name>>])[] = [
  ['/transactions/purchase', { POST: 'purchase' }],
  ['/transactions/preauthorisation', { POST: 'preauthorisation' }],
  ['/transactions/refund', { POST: 'standalone_refund' }],
  ['/transactions/{audit}/completion', { POST: 'completion' }],
  ['/transactions/{audit}/refund', { POST: 'refund' }],
  ['/transactions/{audit}/void', { POST: 'void' }],
  ['/transactions/{audit}', { GET: 'lookup' }],
  ['/transactions', { GET: 'search' }],
  ['/customers', { GET: 'customer_search', POST: 'customer_create' }],
  [
    '/customers/{customer_id}',
    { GET: 'customer_lookup', PATCH: 'customer_update', DELETE: 'customer_delete' },
  ],
  ['/customers/{customer_id}/tokens', { GET: 'token_list', POST: 'token_create' }],
  [
    '/customers/{customer_id}/tokens/{token_id}',
    { GET: 'token_lookup', PATCH: 'token_update', DELETE: 'token_delete' },
  ],
]

export interface Found {
  readonly methods: Readonly<Record<string, Name>>
  readonly parameters: Readonly<Record<string, string>>
}

/** Where a path under `/v1` leads; undefined: nowhere. */
export function routeOf(path: string): Found | undefined {
  const parts = path.slice('/v1'.length).split('/')
  for (const [pattern, methods] of table) {
    const wanted = pattern.split('/')
    const isSame =
      wanted.length === parts.length &&
      wanted.every((part, place) => part === parts[place] || part.startsWith('{'))
    if (!isSame) continue
    const named = wanted.flatMap((part, place) =>
      part.startsWith('{') ? [[part.slice(1, -1), parts[place] ?? '']] : [],
    )
    return { methods, parameters: Object.fromEntries(named) }
  }
  return undefined
}
