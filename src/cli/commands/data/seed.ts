import type { ControlClient } from '../../../control/client/control-client.ts'
import type { SeedResponse } from '../../../control/contract/calls/worlds.ts'
import type { InputOf } from '../../../control/control-calls.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { maxSeeded } from '../../../gateway/seed/seed-limits.ts'
import { callCommand } from '../../define/command.ts'
import { option } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { worldOf } from '../../options/connection.ts'
import { MOST_WORLDS } from '../../options/page.ts'
import { progressBar } from '../../terminal/progress-bar.ts'
import { dataText } from '../../words/value-text.ts'

export const seedCommand = callCommand({
  name: 'seed',
  group: 'Save and restore',
  summary: 'Fill the sandbox with realistic data',
  details:
    'Adds 25 customers, 40 stored cards and bank accounts, and 200 transactions, all for merchant 1 and at the current sandbox time. Pass numbers to add something else. Rules do not apply to these transactions. The same seed gives the same data.',
  examples: ['seed', 'seed --customers 10000 --seed 7'],
  options: {
    customers: option('--customers <n>', 'how many customers', wholeNumber(0, maxSeeded.customers)),
    tokens: option('--tokens <n>', 'how many tokens in total', wholeNumber(0, maxSeeded.tokens)),
    transactions: option(
      '--transactions <n>',
      'how many transactions',
      wholeNumber(0, maxSeeded.transactions),
    ),
    seed: option(
      '--seed <n>',
      'seed for the generated data (default: the seed of the sandbox)',
      wholeNumber(0, MAX_ID),
    ),
  },
  call: (client, { customers, tokens, transactions, seed, ...target }, { io }) => {
    const given = Object.entries({ customers, tokens, transactions, seed })
    const wanted = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    return underSeedBar(client, wanted, worldOf(target), io)
  },
  text: (_output, made) => `Made ${dataText(made)} from seed ${made.seed}.`,
})

const ASK_EVERY_MS = 200

/** The sandbox seeds in small steps, so its progress can be queried meanwhile. */
async function underSeedBar(
  client: ControlClient,
  wanted: InputOf<'seed'>,
  world: string,
  io: Io,
): Promise<SeedResponse> {
  const bar = progressBar('Seeding', io.stderr)
  if (!bar.isVisible) return await client.seed(wanted)
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
