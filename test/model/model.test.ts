import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/index.ts'
import { configOf, type House, openHouse, strictHouse } from './law/house.ts'
import { type NewWorld, playHistory } from './play/history.ts'

/** Others: SANDGATE_MODEL_SEED=7 SANDGATE_MODEL_HISTORIES=50 npx vitest run test/model. */
const seed = Number(process.env.SANDGATE_MODEL_SEED ?? 1)
const histories = Number(process.env.SANDGATE_MODEL_HISTORIES ?? 5)
const OPERATIONS = 200

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandgate-model-'))
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }))

async function started(house: House): Promise<Sandbox> {
  const config = path.join(folder, 'sandgate.config.json')
  await writeFile(config, JSON.stringify(configOf(house)))
  return await startSandbox({ config })
}

function worldsIn({ url }: Sandbox): NewWorld {
  let made = 0
  return () => {
    made += 1
    return `${url}/w/history-${made}`
  }
}

test.each([
  ['with nothing but defaults', openHouse],
  ['with users, merchants, a surcharge and other guesses', strictHouse],
])(
  'the model agrees with every answer, %s',
  { timeout: 60_000 + histories * 20_000 },
  async (_name, house) => {
    await using sandbox = await started(house)
    const newWorld = worldsIn(sandbox)
    for (let history = 0; history < histories; history += 1) {
      await playHistory(house, newWorld, { seed: seed * 1000 + history, count: OPERATIONS })
    }
    const { worlds } = (await (await fetch(`${sandbox.url}/_sandbox/worlds`)).json()) as Worlds
    expect(worlds.length).toBe(Math.min(2 * histories + 1, 100))
  },
)

interface Worlds {
  readonly worlds: readonly unknown[]
}

test.each([
  ['another mask', { mask: '*' }, 'pan'],
  ['refusals that decline', { refusals: 'decline' }, '422 expected, not 200'],
  ['replayed answers', { duplicates: 'replay' }, '409 expected, not 200'],
] as const)(
  'a sandbox with %s is found out, and the history that shows it is short',
  async (_what, change, sign) => {
    await using sandbox = await started({ ...openHouse, ...change })
    const played = playHistory(openHouse, worldsIn(sandbox), { seed: 11, count: 150 })
    const { message } = await played.then(
      () => expect.fail('nobody noticed'),
      (failure: Error) => failure,
    )
    expect(message).toContain('Seed 11: the model and the sandbox disagree')
    expect(message).toContain(sign)
    const [, history = ''] = message.split('The history:\n')
    expect(history.split('\n').filter((line) => /^[A-Z]+ \//.test(line)).length).toBeLessThan(8)
  },
)
