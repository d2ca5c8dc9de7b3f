import type { Command } from 'commander'
import type { ControlClient } from '../../../client/control-client.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import type { SeedResponse } from '../../../http/contract/control/calls/worlds.ts'
import type { InputOf } from '../../../http/control/control-calls.ts'
import { maxSeeded } from '../../../seed/seed-limits.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import {
  connect,
  ownOptions,
  type TargetOptions,
  withTargetOptions,
  worldOf,
} from '../../options/connection.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'
import { dataText } from '../../words/value-text.ts'

interface SeedCommandOptions extends TargetOptions {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

export function seedCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .option('--customers <n>', 'how many customers', wholeNumber(0, maxSeeded.customers))
    .option('--tokens <n>', 'how many tokens in total', wholeNumber(0, maxSeeded.tokens))
    .option('--transactions <n>', 'how many transactions', wholeNumber(0, maxSeeded.transactions))
    .option(
      '--seed <n>',
      'seed for the generated data (default: the seed of the sandbox)',
      wholeNumber(0, MAX_ID),
    )
    .action((options: SeedCommandOptions) => seed(options, io))
}

async function seed(options: SeedCommandOptions, io: Io): Promise<void> {
  const made = await underSeedBar(options, ownOptions(options), io)
  outputFor(options, io).result(made, () => `Made ${dataText(made)} from seed ${made.seed}.`)
}

const ASK_EVERY_MS = 200

/** The sandbox seeds in small steps, so its progress can be queried meanwhile. */
async function underSeedBar(
  options: TargetOptions,
  wanted: InputOf<'seed'>,
  io: Io,
): Promise<SeedResponse> {
  const client = connect(options, io)
  const bar = progressBar('Seeding', io.stderr)
  if (!bar.isVisible) return await client.seed(wanted)
  const world = worldOf(options)
  const before = await sizeOf(client, world)
  const total = sizeIn(wanted)
  const ask = async () => bar.update((await sizeOf(client, world)) - before, total)
  let asked: Promise<void> | undefined
  const forget = () => {
    asked = undefined
  }
  // One query at a time: a late answer would draw the bar again after it has ended.
  const timer = setInterval(() => {
    // Errors are ignored here; the seeding call itself reports them.
    asked ??= ask().then(forget, forget)
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
  const { worlds } = await client.worlds({ limit: MOST_WORLDS })
  return sizeIn(worlds.find((world) => world.name === name) ?? {})
}

function sizeIn({ customers = 0, tokens = 0, transactions = 0 }: InputOf<'seed'>): number {
  return customers + tokens + transactions
}
