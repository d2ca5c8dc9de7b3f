import type { CatalogueGroup } from '../command.ts'

export const dataCommands: CatalogueGroup = {
  heading: 'Keep and restore data:',
  entries: [
    {
      name: 'seed',
      summary: 'Fill the sandbox with realistic data',
      details:
        'Adds customers, their stored cards and bank accounts, and a history of transactions over past weeks, for merchant 1. The same seed gives the same data.',
      examples: ['npx sandgate seed', 'npx sandgate seed --customers 10000 --seed 7'],
      load: async () => (await import('../commands/data/seed.ts')).seedCommand,
    },
    {
      name: 'snapshot',
      summary: 'Save, load, list or remove named states',
      details:
        'A snapshot keeps the data, the clock and the rules of a world under a name. Loading it restores them, including the time.',
      examples: [
        'npx sandgate snapshot save before-checkout',
        'npx sandgate snapshot load before-checkout',
      ],
      load: async () => (await import('../commands/data/snapshot.ts')).snapshotCommand,
    },
    {
      name: 'export',
      summary: 'Write the whole state to a file',
      details:
        "Writes data, clock and rules of a world to a file, as JSON; 'npx sandgate import' reads it again, here or elsewhere. Snapshots and requests are not part of it.",
      examples: ['npx sandgate export state.json', 'npx sandgate export - | gzip > state.json.gz'],
      load: async () => (await import('../commands/data/state-file.ts')).exportCommand,
    },
    {
      name: 'import',
      summary: 'Replace the whole state with that of a file',
      details:
        "Replaces data, clock and rules of a world with a file from 'npx sandgate export'. A damaged file changes nothing.",
      examples: ['npx sandgate import state.json'],
      load: async () => (await import('../commands/data/state-file.ts')).importCommand,
    },
    {
      name: 'reset',
      summary: 'Go back to the state at the start',
      details:
        'Resets data, counters, clock, requests and rules of a world to the start options. Snapshots stay.',
      examples: [
        'npx sandgate reset',
        'npx sandgate reset --world worker-1',
        'npx sandgate reset --label "refund after time-out"',
      ],
      load: async () => (await import('../commands/data/reset.ts')).resetCommand,
    },
    {
      name: 'world',
      summary: 'List, create or remove isolated worlds for parallel tests',
      details:
        'Each world has its own data, clock, scenarios and requests, at /w/<name>/v1. A world is created when it is first used.',
      examples: ['npx sandgate world list', 'npx sandgate world create worker-1'],
      load: async () => (await import('../commands/data/world.ts')).worldCommand,
    },
  ],
}
