import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Problem } from '../../../src/domain/problem.ts'
import { parseJson, readBody } from '../../../src/http/pipeline/body.ts'
import { DEEPEST_BODY } from '../../../src/http/pipeline/json-text.ts'
import { problem } from '../../../src/http/request-problem.ts'

type Headers = Readonly<Record<string, string>>

function incomingWith(headers: Headers, ...chunks: readonly string[]): IncomingMessage {
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming.headers, headers)
  for (const chunk of chunks) incoming.push(Buffer.from(chunk))
  return incoming
}

/** One whose body is complete. */
function whole(headers: Headers, ...chunks: readonly string[]): IncomingMessage {
  const incoming = incomingWith(headers, ...chunks)
  incoming.push(null)
  return incoming
}

function codeOf(cause: unknown): string {
  return cause instanceof Problem ? `${cause.code}: ${cause.message}` : String(cause)
}

const tooLarge = 'body_too_large: A body may have at most 4 bytes'

test.each([
  ['nothing', [], ''],
  ['one piece', ['abc'], 'abc'],
  ['two pieces', ['ab', 'c'], 'abc'],
  ['as much as is allowed', ['ab', 'cd'], 'abcd'],
  ['more than is allowed', ['ab', 'cde'], tooLarge],
  ['one piece that is too large', ['abcde'], tooLarge],
])('a body of %s is read, or refused as too large', async (_what, chunks, expected) => {
  const read = await readBody(whole({}, ...chunks), 4).then(String, codeOf)
  expect(read).toBe(expected)
})

test('a body that is announced as too large is refused before it has come', async () => {
  const announced = incomingWith({ 'content-length': '5' })
  expect(await readBody(announced, 4).catch(codeOf)).toBe(tooLarge)
  expect(String(await readBody(whole({ 'content-length': '4' }, 'abcd'), 4))).toBe('abcd')
})

test('a body that breaks off has no end, unless the reason is known', async () => {
  const broken = incomingWith({}, 'ab')
  const reading = readBody(broken).catch(codeOf)
  broken.destroy(new Error('gone'))
  expect(await reading).toBe('malformed_json: The body has no end')
  const late = incomingWith({}, 'ab')
  const waiting = readBody(late).catch(codeOf)
  late.emit('error', problem('request_time_out', 'Late'))
  expect(await waiting).toBe('request_time_out: Late')
})

const json = { 'content-type': 'application/json' }
const wrongType = 'unsupported_media_type: The body must be application/json in UTF-8; '
const encoded = 'unsupported_media_type: The body must not be encoded; it is '

test.each<[Headers, string, unknown]>([
  [json, '{"a":1}', { a: 1 }],
  [{ 'content-type': 'application/hal+json ; v=1' }, '[]', []],
  [{}, '{}', `${wrongType}there is no Content-Type`],
  [{ 'content-type': 'text/plain' }, '{}', `${wrongType}not text/plain`],
  [
    { 'content-type': 'application/json; charset=utf-16' },
    '{}',
    `${wrongType}not application/json; charset=utf-16`,
  ],
  [{ 'content-type': 'application/json; charset=utf-8' }, '{}', {}],
  [{ ...json, 'content-encoding': 'gzip' }, '{}', `${encoded}gzip`],
  [{ ...json, 'content-encoding': ' Identity' }, '{}', {}],
  [{ ...json, 'transfer-encoding': 'gzip, chunked' }, '{}', `${encoded}gzip, chunked`],
  [{ ...json, 'transfer-encoding': 'chunked' }, '{}', {}],
  [json, '\u{feff}{}', {}],
  // Its first byte is that of a byte order mark.
  [
    json,
    '\u{ff01}{}',
    'malformed_json: The body is not well-formed JSON: the fault is at line 1, column 1',
  ],
  [
    json,
    '['.repeat(DEEPEST_BODY + 1).padEnd(2 * DEEPEST_BODY + 1),
    'malformed_json: The body is nested too deeply: at most 500 levels are accepted',
  ],
])('with %j, a body is parsed or refused', (headers, text, expected) => {
  const parse = () => {
    try {
      return parseJson(whole(headers), Buffer.from(text))
    } catch (cause) {
      return codeOf(cause)
    }
  }
  expect(parse()).toEqual(expected)
})

test('a body that is not UTF-8 is refused', () => {
  expect(() => parseJson(whole(json), Buffer.from('"\u00e9"', 'latin1'))).toThrow(
    'The body is not valid UTF-8',
  )
})
