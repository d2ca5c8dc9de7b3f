import { expect, test } from 'vitest'
import { mutantsOf } from '../../scripts/mutate/mutants.mjs'
import { switched } from '../../scripts/mutate/switched.mjs'
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

/** The text with every mutant in it, in short. */
function withSwitches(text: string): string {
  const mutants = mutantsOf('a.ts', text).map((mutant, id) => ({ ...mutant, id }))
  return switched(text, mutants).replaceAll(/globalThis\.mutated\?\.\((\d+)\)/g, 'on$1')
}

test.each([
  ['const x = a < b', true],
  ['const f = () => a < b', false],
  ['class A { x = a < b }', false],
  ['class A { static x = a < b }', true],
])('%s is evaluated when its module is loaded: %j', (text, isAtLoad) => {
  expect(mutantsOf('a.ts', text).map((one) => one.isAtLoad)).toEqual([isAtLoad])
})

test.each([
  ['const x = a < b', 'const x = (on0 ? (a <= b) : (a < b))'],
  ['if (a) b()', 'if ((on0 ? (!(a)) : (a))) void ((on1 ? (undefined) : (b())))'],
  [
    'x = !(a < b)',
    'void ((on0 ? (undefined) : (x = (on1 ? ((a < b)) : (!((on2 ? (a <= b) : (a < b))))))))',
  ],
  ['if (a && b) {}', 'if ((on0 ? (!(a && b)) : on1 ? (a || b) : (a && b))) {}'],
  ['b?.some(f).c', 'void ((on0 ? (b?.every(f).c) : (b?.some(f).c)))'],
])('%j holds all its mutants at once', (text, held) => {
  expect(withSwitches(text)).toBe(held)
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

test('a survey says which mutants the tests notice', async () => {
  const only = ['--folders', 'domain/card/expiry.ts', '--tests', 'test/domain/card']
  const { stdout } = await mutate('--all', ...only)
  expect(stdout).toMatch(/^17 of 17 mutants\n/)
  expect(stdout).toMatch(/^1[67] of 17 caught \(\d+\.\d %\), 0 equivalent, 0 left out$/m)
}, 120_000)
