import type { CatalogueEntries } from '../command.ts'

export const dataCommands: CatalogueEntries = {
  seed: {
    summary: 'Fill the sandbox with realistic data',
    details:
      'Adds 25 customers, 40 stored cards and bank accounts, and 200 transactions, all for merchant 1 and at the current sandbox time. Pass numbers to add something else. Rules do not apply to these transactions. The same seed gives the same data.',
    examples: ['seed', 'seed --customers 10000 --seed 7'],
    load: async () => (await import('../commands/data/seed.ts')).seedCommand,
  },
  snapshot: {
    summary: 'Save, load, list or remove named states',
    details:
      'A snapshot keeps the data, the clock and the rules of a world under a name. Loading it restores them, including the time.',
    examples: ['snapshot save before-checkout', 'snapshot load before-checkout'],
    load: async () => (await import('../commands/data/snapshot.ts')).snapshotCommand,
  },
  export: {
    summary: 'Write the whole state to a file',
    details:
      "Writes data, clock and rules of a world to a file, as JSON; 'npx sandgate import' reads it again, here or elsewhere. Snapshots and requests are not part of it.",
    examples: ['export state.json', 'export - | gzip > state.json.gz'],
    load: async () => (await import('../commands/data/state-file.ts')).exportCommand,
  },
  import: {
    summary: 'Replace the whole state with the state in a file',
    details:
      "Replaces data, clock and rules of a world with a file from 'npx sandgate export'. A damaged file changes nothing.",
    examples: ['import state.json'],
    load: async () => (await import('../commands/data/state-file.ts')).importCommand,
  },
  reset: {
    summary: 'Go back to the state at the start',
    details:
      'Resets data, counters, clock, requests and rules of a world to the start options. Snapshots stay.',
    examples: ['reset', 'reset --world worker-1', 'reset --label "refund after time-out"'],
    load: async () => (await import('../commands/data/world.ts')).resetCommand,
  },
  world: {
    summary: 'List, create or remove isolated worlds for parallel tests',
    details:
      'Each world has its own data, clock, scenarios and requests, at /w/<name>/v1. A world is created when it is first used.',
    examples: ['world list', 'world create worker-1'],
    load: async () => (await import('../commands/data/world.ts')).worldCommand,
  },
}
