import type { Command } from 'commander'
import { MAX_ID } from '../../../domain/identifier.ts'
import { maxSeeded } from '../../../seed/most-seeded.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { underSeedBar } from '../../terminal/seed-bar.ts'
import { dataText } from '../../words/data-text.ts'

interface Options extends TargetOptions {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

export function seedCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .option('--customers <n>', 'how many customers', wholeNumber(0, maxSeeded.customers))
    .option('--tokens <n>', 'how many tokens in total', wholeNumber(0, maxSeeded.tokens))
    .option('--transactions <n>', 'how many transactions', wholeNumber(0, maxSeeded.transactions))
    .option(
      '--seed <n>',
      'what the data is made from (default: the seed of the sandbox)',
      wholeNumber(0, MAX_ID),
    )
    .action((options: Options) => seed(options, io))
}

async function seed(options: Options, io: Io): Promise<void> {
  const { customers, tokens, transactions, seed } = options
  const wanted = {
    ...(customers !== undefined && { customers }),
    ...(tokens !== undefined && { tokens }),
    ...(transactions !== undefined && { transactions }),
    ...(seed !== undefined && { seed }),
  }
  const made = await underSeedBar(options, wanted, io)
  outputFor(options, io).result(made, () => `Made ${dataText(made)} from seed ${made.seed}.`)
}
