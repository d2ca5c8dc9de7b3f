import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/control-calls.ts'
import { controlDocument } from '../../src/control/openapi/control-document.ts'
import { openApiDocument } from '../../src/control/openapi/document.ts'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { isHere } from '../support/outside/needs.ts'
import { startTestSandbox } from '../support/start.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const tools = path.join(root, 'tools/openapi')

const api = 'http://127.0.0.1:7263/v1'

function documentAt(auth: 'open' | 'required' = 'open') {
  return openApiDocument({ version: '1.0.0', api, assumptions: defaultAssumptions, auth })
}

function controlDocumentAt(needsToken: boolean) {
  const url = 'http://127.0.0.1:7263'
  return controlDocument(controlRoutes, { version: '1.0.0', url, needsToken })
}

describe.skipIf(!isHere('openapi'))('programs that others wrote', () => {
  test('redocly finds neither an error nor a warning, with and without credentials', async () => {
    const documents = {
      'open.json': JSON.stringify(documentAt('open')),
      'required.json': JSON.stringify(documentAt('required')),
      'control.json': JSON.stringify(await controlDocumentAt(false)),
      'with-token.json': JSON.stringify(await controlDocumentAt(true)),
    }
    await using folder = await scratchFolder(documents)
    const linting = ['lint', ...Object.keys(documents), '--extends', 'recommended']
    const { stdout } = await run(
      process.execPath,
      [tool('@redocly/cli/bin/cli.js'), ...linting, '--format', 'json'],
      {
        cwd: folder.path,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    // One object after the other, one for each document.
    const found = JSON.parse(`[${stdout.replaceAll(/\}\s*\{/g, '},{')}]`)
    expect(found).toMatchObject(
      Object.keys(documents).map(() => ({ totals: { errors: 0, warnings: 0 }, problems: [] })),
    )
  })

  describe('a client that openapi-typescript made', () => {
    const generated = path.join(tools, 'generated')

    beforeAll(async () => {
      await mkdir(generated, { recursive: true })
      const write = (name: string, text: string) => writeFile(path.join(generated, name), text)
      await write('openapi.json', JSON.stringify(documentAt()))
      await write('control.json', JSON.stringify(await controlDocumentAt(false)))
      const outputs = { openapi: 'schema.d.ts', control: 'control.d.ts' }
      const apis = Object.entries(outputs).map(
        ([name, output]) =>
          `  ${name}: { root: ./${name}.json, x-openapi-ts: { output: ./${output} } }`,
      )
      await write('redocly.yaml', ['apis:', ...apis, ''].join('\n'))
      const config = path.join(generated, 'redocly.yaml')
      await run(process.execPath, [tool('openapi-typescript/bin/cli.js'), '--redocly', config])
    })

    test('compiles under strict TypeScript, pays, refunds, voids, keeps customers and steers the sandbox', async () => {
      await using sandbox = await startTestSandbox()
      const [block] = blocksOf(page('docs/reference/openapi.md'), 'ts')
      const example = block?.code.replace('http://127.0.0.1:7263/v1', sandbox.api) ?? ''
      const shown = 'console.log(error ?? data.status.transaction_status_code)'
      await writeFile(path.join(generated, 'example.ts'), `${example}\n${shown}\n`)
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
      await run(process.execPath, [tsc, '--project', tools])
      const built = (file: string) => path.join(generated, 'built', file)
      const client = await run(process.execPath, [built('client.js'), sandbox.api, sandbox.url])
      expect(client.stdout).toBe('done\n')
      const ofDocs = await run(process.execPath, [built('generated/example.js')])
      expect(ofDocs.stdout).toBe('approved\n')
    })
  })
})

function tool(file: string): string {
  return path.join(tools, 'node_modules', file)
}
