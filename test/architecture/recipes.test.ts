import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

const definition = `import type { CallFinding } from '../finding.ts'

export const anyCall = {
  code: 'any-call',
  severity: 'note',
  one: 'call',
  many: 'calls',
  seen: 'A call was made.',
  watch: () => (exchange) => ({
    key: 'any',
    subject: exchange.request.path,
    message: 'A call was made.',
    advice: 'Make none.',
    exchanges: [exchange],
  }),
} as const satisfies CallFinding
`

/** What a new finding changes in \`src\`: "Where a change goes" in docs/architecture.md. */
const changes: Readonly<Record<string, (text: string) => string>> = {
  'insight/findings/habit/any-call.ts': () => definition,
  'insight/findings/all-findings.ts': (text) =>
    `import { anyCall } from './habit/any-call.ts'\n${text.replace('callFindings = [', 'callFindings = [anyCall,')}`,
}

/** Everything that depends on the list of findings compiles, and knows the new one. */
const use = `import type { FindingCode } from './index.ts'\nexport const code: FindingCode = 'any-call'\n`

test('a new finding changes two source files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-recipe-'))
  try {
    for (const name of ['src', 'tsconfig.json', 'package.json', 'scenarios', 'plans', 'types'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    for (const [name, change] of Object.entries(changes)) {
      const file = path.join(folder, 'src', name)
      await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')))
    }
    await writeFile(path.join(folder, 'src/use.ts'), use)
    const compiled = await runProgram(
      [process.execPath, path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'],
      { cwd: folder },
    )
    expect(compiled).toMatchObject({ code: 0, stdout: '' })
    expect(Object.keys(changes)).toHaveLength(2)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
