import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { isHere } from '../support/outside/needs.ts'
import { startTestSandbox } from '../support/start.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const tools = path.join(root, 'tools/openapi')

function documentAt(api: string, auth: 'open' | 'required' = 'open') {
  return openApiDocument({ version: '1.0.0', api, assumptions: defaultAssumptions, auth })
}

describe.skipIf(!isHere('openapi'))('programs that others wrote', () => {
  test.each(['open', 'required'] as const)(
    'redocly finds neither an error nor a warning, with auth %s',
    async (auth) => {
      const document = JSON.stringify(documentAt('http://127.0.0.1:4010/v1', auth))
      await using folder = await scratchFolder({ 'openapi.json': document })
      const { stdout } = await run(
        process.execPath,
        [
          tool('@redocly/cli/bin/cli.js'),
          'lint',
          'openapi.json',
          '--extends',
          'recommended',
          '--format',
          'json',
        ],
        {
          cwd: folder.path,
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        },
      )
      expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } })
    },
  )

  describe('a client that openapi-typescript made', () => {
    const generated = path.join(tools, 'generated')

    beforeAll(async () => {
      await mkdir(generated, { recursive: true })
      const file = path.join(generated, 'openapi.json')
      await writeFile(file, JSON.stringify(documentAt('http://127.0.0.1:4010/v1')))
      const output = path.join(generated, 'schema.d.ts')
      await run(process.execPath, [tool('openapi-typescript/bin/cli.js'), file, '--output', output])
    })

    test('compiles under strict TypeScript, and pays, refunds, voids and keeps customers', async () => {
      await using sandbox = await startTestSandbox()
      const [block] = blocksOf(page('docs/reference/openapi.md'), 'ts')
      const example = block?.code.replace('http://127.0.0.1:4010/v1', sandbox.api) ?? ''
      const shown = 'console.log(error ?? data.status.transaction_status_code)'
      await writeFile(path.join(generated, 'example.ts'), `${example}\n${shown}\n`)
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
      await run(process.execPath, [tsc, '--project', tools])
      const built = (file: string) => path.join(generated, 'built', file)
      const client = await run(process.execPath, [built('client.js'), sandbox.api])
      expect(client.stdout).toBe('done\n')
      const ofDocs = await run(process.execPath, [built('generated/example.js')])
      expect(ofDocs.stdout).toBe('approved\n')
    })
  })
})

function tool(file: string): string {
  return path.join(tools, 'node_modules', file)
}
