import { expect, test } from 'vitest'
import { cellRequestTexts } from '../../../src/judge/sweep/document/cell-request.ts'
import type { CellRequest } from '../../../src/judge/sweep/document/sweep-schema.ts'

const search: CellRequest = {
  ...{ operation: 'search', method: 'GET', path: '/v1/transactions', reference: null },
  ...{ status: 200, fault: null, outcome: null, found: null, duration_ms: 2 },
}

test.each<[what: string, request: Partial<CellRequest>, texts: string[]]>([
  ['a search that finds nothing', { found: false }, ['200 nothing found']],
  ['a search that finds a payment', { found: true, outcome: 'approved' }, ['200 approved']],
  [
    'a purchase whose response was lost',
    {
      ...{ operation: 'purchase', reference: 'A-1', status: null, outcome: 'approved' },
      fault: { at: 'after', reset: true },
    },
    ['purchase', 'A-1', 'no response (connection reset, after processing)'],
  ],
  [
    'an operation of two words',
    { operation: 'customer_create', status: 201 },
    ['customer create', '201'],
  ],
  ['no operation', { operation: null, status: 404 }, ['GET /v1/transactions', '404']],
])('a cell shows %s', (_what, request, texts) => {
  expect(cellRequestTexts({ ...search, ...request })).toEqual(expect.arrayContaining(texts))
})
