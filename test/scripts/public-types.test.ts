import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicTypes } from '../../scripts/public-types.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandgate-types-'))
})

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

/** The fixture for vitest is an entry of its own. */
const fixture = ['vitest.d.ts', 'export {};\n'] as const

async function declare(files: Record<string, string>) {
  for (const [name, text] of [...Object.entries(files), fixture]) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
}

test('only what the library reaches is shipped, with the names of the built files', async () => {
  await declare({
    'index.d.ts': `export { start } from "./runtime/start.ts";\n`,
    'runtime/start.d.ts': `export declare function start(): import("../domain/clock.ts").Clock;\n`,
    'domain/clock.d.ts': `import type { Server } from 'node:http';\nexport type Clock = Server;\n`,
    'http/app.d.ts': `import { Hono } from 'hono';\n`,
  })
  expect([...(await publicTypes(folder))]).toEqual([
    ['index.d.ts', `export { start } from './runtime/start.js';\n`],
    fixture,
    [
      'runtime/start.d.ts',
      `export declare function start(): import('../domain/clock.js').Clock;\n`,
    ],
    [
      'domain/clock.d.ts',
      `import type { Server } from 'node:http';\nexport type Clock = Server;\n`,
    ],
  ])
})

test('a setting has its description as a comment', async () => {
  const entry = (name: string, facts: string) => `    ${name}: Typed<{\n${facts}\n    }>;\n`
  const [port, quiet] = [
    entry('port', '        readonly help: "port to listen on";'),
    entry('quiet', '        readonly help: "less";\n        readonly inLibrary: "no warnings";'),
  ]
  await declare({ 'index.d.ts': `export declare const table: {\n${port}${quiet}};\n` })
  expect((await publicTypes(folder)).get('index.d.ts')).toBe(
    `export declare const table: {\n    /** Port to listen on. */\n${port}    /** No warnings. */\n${quiet}};\n`,
  )
})

test('a public type of a bundled package is refused', async () => {
  await declare({ 'index.d.ts': `export declare const app: import("hono").Hono;\n` })
  await expect(publicTypes(folder)).rejects.toThrow(
    'A public type in index.d.ts comes from hono, which is not shipped',
  )
})

test('an example in a comment is left alone', async () => {
  const text = `/** import { start } from 'sandgate' */\nexport declare function start(): void;\n`
  await declare({ 'index.d.ts': text })
  expect([...(await publicTypes(folder))]).toEqual([['index.d.ts', text], fixture])
})
