import type { CatalogueEntries } from '../command.ts'

export const actCommands: CatalogueEntries = {
  clock: {
    summary: 'Show, advance, set, freeze or resume the clock',
    details:
      'The sandbox has its own clock. When you move it forward, everything that falls due happens.',
    examples: ['clock', 'clock advance 3 banking days'],
    load: async () => (await import('../commands/act/clock.ts')).clockCommand,
  },
  settle: {
    summary: 'Settle pending direct debits',
    details:
      'Settles pending direct debits now, without waiting several banking days. They clear; with --declined, the bank returns them.',
    examples: ['settle --all', 'settle 1000001 1000002', 'settle 1000001 --declined --code 6'],
    load: async () => (await import('../commands/act/move.ts')).moveCommand('settle'),
  },
  resolve: {
    summary: 'Decide unknown and pending card payments',
    details:
      'Decides unknown transactions and pending card payments now, without waiting for the time that a scenario has set.',
    examples: [
      'resolve 1000001 --status approved',
      'resolve 1000001 1000002 --status declined --code 51',
    ],
    load: async () => (await import('../commands/act/move.ts')).moveCommand('resolve'),
  },
  return: {
    summary: 'Return direct debits that have cleared',
    details: 'Returns direct debits that have already cleared, as a bank does in a late return.',
    examples: ['return 1000001', 'return 1000001 --code 4'],
    load: async () => (await import('../commands/act/move.ts')).moveCommand('return'),
  },
  expire: {
    summary: 'Make the gateway forget correlation ids',
    details:
      'Makes the gateway forget correlation ids now, as it does a day after their use. After that, a search finds nothing, and you can use the id again.',
    examples: ['expire order-1234', 'expire --all'],
    load: async () => (await import('../commands/act/expire.ts')).expireCommand,
  },
  scenario: {
    summary: 'List, load, check or explain scenarios',
    details:
      'A scenario is a list of rules that decline, break or delay requests. It is a YAML or JSON file, or built into Sandgate.',
    examples: ['scenario list', 'scenario load flaky-day'],
    load: async () => (await import('../commands/scenario/scenario.ts')).scenarioCommand,
  },
  rule: {
    summary: 'Add, list or remove temporary rules',
    details:
      'A temporary rule takes precedence over all scenarios. It applies to one request, unless it sets `times`. Older rules come first.',
    examples: ["rule add '{when: {operation: purchase}, outcome: {delay: 5s}}'", 'rule list'],
    load: async () => (await import('../commands/act/rule.ts')).ruleCommand,
  },
  magic: {
    summary: 'Cards, amounts and BSBs with an effect',
    details:
      'Lists the values that trigger a particular result: send the example, or anything that fits the pattern. Any other valid card is approved.',
    examples: ['magic', 'magic --codes', 'magic --json'],
    load: async () => (await import('../commands/act/magic.ts')).magicCommand,
  },
}
