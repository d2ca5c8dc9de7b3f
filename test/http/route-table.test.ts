import { expect, test } from 'vitest'
import { decodedValues, RouteTable } from '../../src/http/router.ts'

const routes = [
  { method: 'GET', path: '/things/{id}', name: 'thing' },
  { method: 'POST', path: '/things/new', name: 'make' },
  { method: 'DELETE', path: '/things/{id}', name: 'remove' },
  { method: 'GET', path: '/things/{id}/parts/{part}', name: 'part' },
  { method: 'GET', path: '/', name: 'root' },
  { method: 'GET', path: '/things/new/parts/{part}', name: 'new part' },
]

function found(method: string, path: string) {
  const place = new RouteTable(routes).at(path)
  return place && [place.routes.get(method)?.name, place.values]
}

test.each([
  ['GET', '/', ['root', {}]],
  ['GET', '/things/7', ['thing', { id: '7' }]],
  ['DELETE', '/things/7', ['remove', { id: '7' }]],
  ['POST', '/things/new', ['make', {}]],
  ['GET', '/things/7/parts/a%20b', ['part', { id: '7', part: 'a%20b' }]],
  ['GET', '/things/new', [undefined, {}]],
  ['GET', '/things/new/parts/7', ['new part', { part: '7' }]],
  ['GET', '/things/{id}', ['thing', { id: '{id}' }]],
  ['GET', '/things/', undefined],
  ['GET', '/things/7/', undefined],
  ['GET', '/Things/7', undefined],
  ['GET', '', undefined],
])('%s %s', (method, path, expected) => {
  expect(found(method, path)).toEqual(expected)
})

test('the methods of a path are in the order of the table', () => {
  const place = new RouteTable(routes).at('/things/7')
  expect([...(place?.routes.keys() ?? [])]).toEqual(['GET', 'DELETE'])
})

test('values are decoded as far as they can be', () => {
  expect(decodedValues({ name: 'a%20b', odd: '100%' })).toEqual({ name: 'a b', odd: '100%' })
})
