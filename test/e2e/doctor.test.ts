import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runBinary } from '../support/binary.ts'

test('doctor tells a machine that is well from one that is not', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'sandgate-doctor-'))
  const pay = "fetch(process.env.PAY + '/nothing', { headers: { 'user-agent': 'shop/1' } })"
  const command = ['--', process.execPath, '-e', pay]
  const well = await runBinary(['doctor', '--port=0', '--json', '--env=PAY', ...command], { cwd })
  expect(JSON.parse(well.stdout)).toMatchObject({
    ok: true,
    requests: 1,
    user_agents: { 'shop/1': 1 },
    command_exit_code: 0,
  })
  expect(well.code).toBe(0)
  await writeFile(path.join(cwd, 'file'), '')
  const ill = await runBinary(['doctor', '--port=0', '--data=file', '--', 'true'], { cwd })
  expect(ill.stdout).toMatch(/^data +failed: .* pass another folder with --data$/m)
  expect(ill.stdout).toMatch(/^command +failed: No request arrived at http:.* -- true$/m)
  expect(ill.stdout.match(/failed:/g)).toHaveLength(2)
  expect(ill.code).toBe(1)
  await rm(cwd, { recursive: true })
})
