import { expect, test } from 'vitest'
import { mutantsOf } from '../../scripts/mutate/mutants.mjs'
import { marked } from '../../scripts/mutate/reach.mjs'
import { root } from '../docs/pages.ts'
import { runProgram } from '../support/run-program.ts'

function mutate(...args: readonly string[]) {
  return runProgram([process.execPath, 'scripts/mutate.mjs', ...args], { cwd: root })
}

/** What becomes of a text, one change at a time. */
function changed(text: string): readonly string[] {
  return mutantsOf('a.ts', text).map(
    ({ start, end, now }) => text.slice(0, start) + now + text.slice(end),
  )
}

test.each([
  ['const x = a < b && c', ['const x = a < b || c', 'const x = a <= b && c']],
  ['if (a) b = 1', ['if (!(a)) b = 1', 'if (a) ;']],
  ['const x = a ? 1 : 2', ['const x = !(a) ? 1 : 2']],
  ['const x = n + 1', ['const x = n - 1']],
  ["const x = n + ' of them'", []],
  ['function f() { return true }', ['function f() { return false }']],
  ['async () => { const x = await y }', ['async () => { const x = (y) }']],
  ['async () => { await y() }', ['async () => { ; }', 'async () => { y() }']],
  ['const x = !all.some(f)', ['const x = all.some(f)', 'const x = !all.every(f)']],
  ['class A { constructor(a) { this.a = a } }', []],
  ['type A = B extends 1 ? 2 : 3', []],
])('%s', (text, mutants) => {
  expect(changed(text)).toEqual(mutants)
})

test.each([
  ['const x = a < b', 'const x = (globalThis.reached?.(0), a < b)'],
  ['if (a) b()', 'if ((globalThis.reached?.(0), a)) void ((globalThis.reached?.(1), b()))'],
  [
    'x = y\nb?.some(f).c',
    'void ((globalThis.reached?.(0), x = y))\nvoid ((globalThis.reached?.(1), b?.some(f).c))',
  ],
])('%j tells which mutants are reached', (text, told) => {
  const places = mutantsOf('a.ts', text).map(({ mark }, id) => ({ mark, id }))
  expect(marked(text, places)).toBe(told)
})

test.each([
  [['--sample', 'many'], '--sample needs a whole number above 0, and --seed a whole number'],
  [
    ['--folders', 'attic'],
    "There is no folder 'attic'; name some of domain, world, insight, scenario, store, http",
  ],
])('%j is refused', async (args, line) => {
  const { code, stderr } = await mutate(...args)
  expect([code, stderr.trim()]).toEqual([2, line])
})

test('a seed draws the same mutants again', async () => {
  const list = async (seed: string) =>
    (await mutate('--list', '--sample', '5', '--seed', seed, '--folders', 'domain')).stdout
  const first = await list('3')
  expect(first.split('\n')).toHaveLength(7)
  expect(await list('3')).toBe(first)
  expect(await list('4')).not.toBe(first)
})
