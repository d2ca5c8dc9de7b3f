import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'
import { paidBody } from '../support/gateway-client.ts'
import { inlineScript } from '../support/inline-script.ts'

const paying = inlineScript(`
  const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-1' }
  const sent = { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(paidBody()))} }
  await fetch(process.env.SANDGATE_API + '/transactions/purchase', sent).catch(() => undefined)
`)

test('a report shows that its commit had changes, and a comparison names a fix that is not committed', async () => {
  await using folder = await scratchFolder({ 'shop.mjs': 'careless', '.gitignore': '*.*\n' })
  const place = { cwd: folder.path, env: { CI: '1' } }
  const user = ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.com']
  const git = (...words: readonly string[]) =>
    promisify(execFile)('git', [...user, ...words], { cwd: folder.path })
  const read = (file: string) => readFile(folder.at(file), 'utf8')
  const ran = async (name: string) => {
    const options = [`${name}.json`, `${name}.html`].flatMap((file) => ['--report', file])
    const record = ['--record', `${name}.jsonl`]
    await sandgate(['exec', ...options, ...record, '--', ...paying], place)
    const one = ['--at', 'after', '--faults', 'http', '--depth', '1', '--json']
    const { stdout } = await sandgate(['sweep', ...one, '--', ...paying], place)
    await writeFile(folder.at(`${name}-sweep.json`), stdout)
  }
  await git('init', '-q')
  await git('add', '--force', 'shop.mjs')
  await git('commit', '-q', '-m', 'Pay')
  const commit = (await git('rev-parse', 'HEAD')).stdout.trim()
  await ran('before')
  await writeFile(folder.at('shop.mjs'), 'careful')
  await ran('after')
  const short = commit.slice(0, 10)
  expect(JSON.parse(await read('before.json')).facts.Commit).toBe(commit)
  expect(JSON.parse(await read('after.json')).facts.Commit).toBe(`${commit} with changes`)
  expect(await read('after.html')).toContain(`${commit} with changes`)
  expect(JSON.parse(await read('before-sweep.json'))).not.toHaveProperty('uncommitted')
  expect(JSON.parse(await read('after-sweep.json'))).toMatchObject({ commit, uncommitted: true })
  const [header = ''] = (await read('after.jsonl')).split('\n')
  expect(JSON.parse(header)).toMatchObject({ commit, uncommitted: true })
  for (const ending of ['.json', '.jsonl', '-sweep.json']) {
    for (const format of ['text', 'markdown', 'html']) {
      const files = [`before${ending}`, `after${ending}`]
      const { stdout } = await sandgate(['compare', ...files, '--format', format], place)
      expect(stdout).toMatch(new RegExp(`\\(${short}, [\\s\\S]*\\(${short} with changes, `))
    }
  }
})
