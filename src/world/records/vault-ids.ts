import type { Meta } from './meta.ts'
import { readMeta } from './meta.ts'
import type { Records } from './records.ts'

/** The last numbers given out. A state written by hand may not say them: then the highest in use. */
export function lastIds(records: Records): Meta['ids'] {
  const { customer = 0, token = 0 } = readMeta(records, 'ids') ?? {}
  return {
    customer: Math.max(customer, records.customerIndex.lastId),
    token: Math.max(token, records.tokenIndex.lastId),
  }
}
