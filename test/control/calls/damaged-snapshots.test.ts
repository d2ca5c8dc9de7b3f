import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { SnapshotsResponse } from '../../../src/control/contract/calls/worlds.ts'
import type { SavedSnapshotResponse } from '../../../src/gateway/store/port/snapshot-schema.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { scratchFolder } from '../../runtime/scratch.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

const FOLDER = 'worlds/default/snapshots'

test('a folder in the place of a snapshot is named by the refusals to replace or remove it', async () => {
  await using place = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: place.path })
  const control = new ControlClient(sandbox.url)
  await mkdir(place.at(`${FOLDER}/one.json`), { recursive: true })
  for (const method of ['put', 'delete'] as const) {
    const { status, body } = await control[method]<ErrorResponse>('/snapshots/one')
    expect([status, body.errors[0]?.error_message]).toEqual([
      500,
      expect.stringContaining(`${place.at(FOLDER)}/one.json cannot be replaced or removed: `),
    ])
  }
  expect(await readdir(place.at(FOLDER))).toEqual(['one.json'])
})

test.skipIf(process.platform === 'win32')(
  'a folder of snapshots that is a link is named by a response and by the next start',
  async () => {
    await using place = await scratchFolder({ 'outside/x.tmp': 'precious' })
    const data = place.at('data')
    const link = place.at(`data/${FOLDER}`)
    const refusal = `${link} is a link, not a folder; move it away`
    {
      await using sandbox = await startTestSandbox({ data })
      await symlink(place.at('outside'), link)
      const { status, body } = await new ControlClient(sandbox.url).get<ErrorResponse>('/snapshots')
      expect([status, body.errors[0]?.error_message]).toEqual([500, refusal])
    }
    await expect(startTestSandbox({ data })).rejects.toThrow(refusal)
    expect(await readdir(place.at('outside'))).toEqual(['x.tmp'])
  },
)

test('a damaged snapshot is marked in the list, and loading it says what is wrong with it', async () => {
  await using place = await scratchFolder()
  await using sandbox = await startTestSandbox({ data: place.path })
  const control = new ControlClient(sandbox.url)
  await new GatewayClient(sandbox.api).purchase()
  const { replaced, ...good } = (await control.put<SavedSnapshotResponse>('/snapshots/good')).body
  expect(replaced).toBe(false)
  const text = await readFile(place.at(`${FOLDER}/good.json`), 'utf8')
  await writeFile(
    place.at(`${FOLDER}/changed.json`),
    text.replace('"currency":"AUD"', '"currency":"NZD"'),
  )
  const rest = text.slice(0, text.indexOf(',"check"'))
  await writeFile(place.at(`${FOLDER}/cut.json`), rest)
  await writeFile(place.at(`${FOLDER}/junk.json`), 'hello')
  const { snapshots } = (await control.get<SnapshotsResponse>('/snapshots')).body
  const cut = `${place.at(FOLDER)}/cut.json is damaged: It breaks off at line ${rest.trim().split('\n').length}`
  const junk = `${place.at(FOLDER)}/junk.json is damaged: Its first line is damaged`
  const reasonOf = (name: string) =>
    `${place.at(FOLDER)}/${name}.json is damaged: Its first or last line is missing`
  expect(snapshots).toEqual([
    // Only reading all of it would show that it was changed.
    { ...good, name: 'changed' },
    { name: 'cut', bytes: rest.length, damaged: true, reason: reasonOf('cut') },
    good,
    { name: 'junk', bytes: 5, damaged: true, reason: reasonOf('junk') },
  ])
  expect((await control.get('/snapshots/junk')).body).toEqual(snapshots.at(-1))
  const changed = `${place.at(FOLDER)}/changed.json is damaged: Its content does not match its checksum`
  const before = (await control.get('/transactions')).text
  for (const [name, error_message] of Object.entries({ changed, cut, junk })) {
    const answer = await control.post<ErrorResponse>(`/snapshots/${name}/restore`)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ error_code: 'invalid_format', error_message, location: ['path', 'name'] }],
    ])
  }
  expect((await control.get('/transactions')).text).toBe(before)
  expect((await control.post('/snapshots/good/restore')).status).toBe(200)
  expect((await control.delete('/snapshots/junk')).body).toEqual({ removed: 'junk' })
  expect(sandbox.logs).toEqual([])
})

test.each(['get', 'delete'] as const)(
  '%s of a snapshot with a bad name is refused for its name',
  async (method) => {
    await using sandbox = await startTestSandbox()
    const { status, body } = await new ControlClient(sandbox.url)[method]<ErrorResponse>(
      '/snapshots/no%20name',
    )
    expect([status, body.errors[0]?.error_message]).toEqual([
      422,
      expect.stringContaining("Invalid snapshot name 'no name'"),
    ])
  },
)
