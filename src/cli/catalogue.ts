import type { Command } from 'commander'
import type { Io } from './io.ts'

export interface CatalogueEntry {
  readonly name: string
  readonly summary: string
  /** Whether it runs a sandbox until it is told to stop. */
  readonly serves?: true
  readonly load: (io: Io) => Promise<Command>
}

export interface CatalogueGroup {
  readonly heading: string
  readonly entries: readonly CatalogueEntry[]
}

/** Every command. Only the one that is called is loaded: a start must not wait for the others. */
export const catalogue: readonly CatalogueGroup[] = [
  {
    heading: 'Run a sandbox:',
    entries: [
      {
        name: 'start',
        summary: 'Run a sandbox in the foreground (also without any command)',
        serves: true,
        load: async (io) => (await import('./commands/run/start.ts')).startCommand(io),
      },
      {
        name: 'exec',
        summary: 'Run a command, for example a test suite, against its own sandbox',
        serves: true,
        load: async (io) => (await import('./commands/run/exec.ts')).execCommand(io),
      },
      {
        name: 'sweep',
        summary: 'Run a command again and again, each time with one answer lost at one payment',
        load: async (io) => (await import('./commands/run/sweep.ts')).sweepCommand(io),
      },
      {
        name: 'replay',
        summary: 'Play a recorded run again and show any difference',
        load: async (io) => (await import('./commands/run/replay.ts')).replayCommand(io),
      },
      {
        name: 'demo',
        summary: 'See in a minute what Sandgate is for',
        serves: true,
        load: async (io) => (await import('./commands/run/demo.ts')).demoCommand(io),
      },
      {
        name: 'open',
        summary: 'Look at a recorded run in the dashboard',
        load: async (io) => (await import('./commands/run/open.ts')).openCommand(io),
      },
      {
        name: 'wait',
        summary: 'Wait until a sandbox answers',
        load: async (io) => (await import('./commands/run/wait.ts')).waitCommand(io),
      },
      {
        name: 'status',
        summary: 'Show the running sandbox',
        load: async (io) => (await import('./commands/run/status.ts')).statusCommand(io),
      },
      {
        name: 'stop',
        summary: 'Stop a running sandbox',
        load: async (io) => (await import('./commands/run/stop.ts')).stopCommand(io),
      },
      {
        name: 'mcp',
        summary: 'Serve the sandbox to a coding agent (Model Context Protocol, on stdio)',
        serves: true,
        load: async (io) => (await import('./commands/run/mcp.ts')).mcpCommand(io),
      },
      {
        name: 'init',
        summary: 'Write a commented sandgate.config.yaml',
        load: async (io) => (await import('./commands/run/init.ts')).initCommand(io),
      },
    ],
  },
  {
    heading: 'Make something happen:',
    entries: [
      {
        name: 'clock',
        summary: 'Show, advance, set, freeze or resume the clock of the sandbox',
        load: async (io) => (await import('./commands/act/clock.ts')).clockCommand(io),
      },
      {
        name: 'settle',
        summary: 'Settle pending direct debits now',
        load: async (io) => (await import('./commands/act/settle.ts')).settleCommand(io),
      },
      {
        name: 'resolve',
        summary: 'Decide pending cards and undecided transactions now',
        load: async (io) => (await import('./commands/act/resolve.ts')).resolveCommand(io),
      },
      {
        name: 'return',
        summary: 'Return direct debits that have cleared',
        load: async (io) => (await import('./commands/act/return.ts')).returnCommand(io),
      },
      {
        name: 'expire',
        summary: 'Forget correlation ids now',
        load: async (io) => (await import('./commands/act/expire.ts')).expireCommand(io),
      },
      {
        name: 'scenario',
        summary: 'List, load, check or explain scenarios',
        load: async (io) => (await import('./commands/scenario/scenario.ts')).scenarioCommand(io),
      },
      {
        name: 'rule',
        summary: 'Add, list or remove one-shot rules',
        load: async (io) => (await import('./commands/act/rule.ts')).ruleCommand(io),
      },
      {
        name: 'cards',
        summary: 'List the magic cards, amounts and BSBs of the active scenarios',
        load: async (io) => (await import('./commands/act/cards.ts')).cardsCommand(io),
      },
    ],
  },
  {
    heading: 'Look at what happened:',
    entries: [
      {
        name: 'transactions',
        summary: 'List transactions, newest first',
        load: async (io) =>
          (await import('./commands/look/transactions.ts')).transactionsCommand(io),
      },
      {
        name: 'transaction',
        summary: 'Show one transaction and its history',
        load: async (io) => (await import('./commands/look/transaction.ts')).transactionCommand(io),
      },
      {
        name: 'customers',
        summary: 'List the customers of the vault',
        load: async (io) => (await import('./commands/look/customers.ts')).customersCommand(io),
      },
      {
        name: 'customer',
        summary: 'Show one customer and its tokens',
        load: async (io) => (await import('./commands/look/customer.ts')).customerCommand(io),
      },
      {
        name: 'requests',
        summary: 'List or follow the requests that the sandbox answered',
        load: async (io) => (await import('./commands/look/requests.ts')).requestsCommand(io),
      },
      {
        name: 'request',
        summary: 'Show one request with its answer',
        load: async (io) => (await import('./commands/look/request.ts')).requestCommand(io),
      },
      {
        name: 'report',
        summary: 'Say whether the client can charge twice, lose a sale or lose track of money',
        load: async (io) => (await import('./commands/look/report.ts')).reportCommand(io),
      },
      {
        name: 'coverage',
        summary: 'List what your tests should try, and what they have tried',
        load: async (io) => (await import('./commands/look/coverage.ts')).coverageCommand(io),
      },
      {
        name: 'assumptions',
        summary: 'List the assumptions about the gateway, with their current values',
        load: async (io) => (await import('./commands/look/assumptions.ts')).assumptionsCommand(io),
      },
      {
        name: 'calibrate',
        summary: 'Measure the assumptions at a real gateway’s test environment',
        load: async (io) => (await import('./commands/look/calibrate.ts')).calibrateCommand(io),
      },
      {
        name: 'openapi',
        summary: 'Print the OpenAPI 3.1 document of the API',
        load: async (io) => (await import('./commands/look/openapi.ts')).openapiCommand(io),
      },
    ],
  },
  {
    heading: 'Keep and restore data:',
    entries: [
      {
        name: 'seed',
        summary: 'Fill the sandbox with realistic data',
        load: async (io) => (await import('./commands/data/seed.ts')).seedCommand(io),
      },
      {
        name: 'snapshot',
        summary: 'Save, load, list or remove named states',
        load: async (io) => (await import('./commands/data/snapshot.ts')).snapshotCommand(io),
      },
      {
        name: 'export',
        summary: 'Write the whole state to a file',
        load: async (io) => (await import('./commands/data/export.ts')).exportCommand(io),
      },
      {
        name: 'import',
        summary: 'Replace the whole state with that of a file',
        load: async (io) => (await import('./commands/data/import.ts')).importCommand(io),
      },
      {
        name: 'reset',
        summary: 'Go back to the state at the start',
        load: async (io) => (await import('./commands/data/reset.ts')).resetCommand(io),
      },
      {
        name: 'world',
        summary: 'List, create or remove isolated worlds for parallel tests',
        load: async (io) => (await import('./commands/data/world.ts')).worldCommand(io),
      },
    ],
  },
]

export const entries: readonly CatalogueEntry[] = catalogue.flatMap((group) => group.entries)
