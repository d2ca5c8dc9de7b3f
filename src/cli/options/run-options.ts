import type { Command } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import { wholeNumber } from './argument.ts'
import { formed, scenarios } from './start-options.ts'

/** What every run of a sweep is started with: always in memory and on a free port. */
export type RunOptions = Pick<SandboxOptions, 'scenario' | 'config' | 'seed' | 'clock'>

export function withRunOptions(command: Command): Command {
  return command
    .option(
      '--scenario <name...>',
      'shipped scenarios or files; the last one is asked first',
      scenarios,
    )
    .option(
      '--config <file>',
      'config file (default: sandgate.config.yaml, if it is there)',
      formed('config', 'the path of a file'),
    )
    .option('--seed <n>', 'what generated values are made from', wholeNumber(0, MAX_ID))
    .option('--clock <instant>', 'start frozen at this instant', formed('clock'))
}

/** Every run has the same seed, so that the same calls get the same answers. */
export function runOptions({ scenario, config, clock, seed = 1 }: RunOptions): SandboxOptions {
  return { scenario, config, clock, seed }
}
