import type { ControlClient } from '../../client/control-client.ts'
import type { SeedAnswer, SeedBody } from '../../http/contract/control/calls/worlds.ts'
import type { Io } from '../io.ts'
import { connect, type TargetOptions, worldOf } from '../options/connection.ts'
import { LONGEST_LIST } from '../options/page.ts'
import { progressBar } from './progress-bar.ts'

const ASK_EVERY_MS = 200

/** The sandbox seeds in small steps, so that it can be asked meanwhile how far it is. */
export async function underSeedBar(
  options: TargetOptions,
  wanted: SeedBody,
  io: Io,
): Promise<SeedAnswer> {
  const client = connect(options, io)
  const bar = progressBar('Seeding', io.stderr)
  if (!bar.isVisible) return await client.seed(wanted)
  const { customers = 0, tokens = 0, transactions = 0 } = wanted
  const world = worldOf(options)
  const before = await sizeOf(client, world)
  const ask = async () => {
    bar.update((await sizeOf(client, world)) - before, customers + tokens + transactions)
  }
  let asked: Promise<void> = Promise.resolve()
  // Whatever is wrong, the seeding itself will say so.
  const timer = setInterval(() => {
    asked = ask().catch(() => undefined)
  }, ASK_EVERY_MS)
  try {
    return await client.seed(wanted)
  } finally {
    clearInterval(timer)
    await asked
    bar.end()
  }
}

async function sizeOf(client: ControlClient, name: string): Promise<number> {
  const { worlds } = await client.worlds({ limit: LONGEST_LIST })
  const {
    customers = 0,
    tokens = 0,
    transactions = 0,
  } = worlds.find((world) => world.name === name) ?? {}
  return customers + tokens + transactions
}
