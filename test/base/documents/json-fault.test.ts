import { expect, test } from 'vitest'
import { jsonFaultText } from '../../../src/base/documents/json-fault.ts'

test.each([
  ['{"a":1,\n "b": [1,,2]}', "2:10: this is not JSON: unexpected ','"],
  ['{"a":1,}', "1:8: this is not JSON: unexpected '}'"],
  ['{"a":[1 2]}', "1:9: this is not JSON: unexpected '2'"],
  ["{'a':1}", `1:2: this is not JSON: unexpected '''`],
  ['{a:1}', "1:2: this is not JSON: unexpected 'a'"],
  ['{"a":01}', "1:6: this is not JSON: unexpected '01'"],
  ['{"a":[]]', "1:8: this is not JSON: unexpected ']'"],
  ['{"a":1}\n{"a":1}', "2:1: this is not JSON: unexpected '{'"],
  ['{"a":1', '1:7: this is not JSON: it ends in the middle'],
  ['{"a":\n["b', '2:4: this is not JSON: it ends in the middle'],
  ['{"a', '1:4: this is not JSON: it ends in the middle'],
  ['', '1:1: this is not JSON: it ends in the middle'],
])('%j is not JSON at its first mistake', (text, message) => {
  expect(jsonFaultText('a.json', text)).toBe(`a.json:${message}`)
})
