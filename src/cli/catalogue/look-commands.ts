import type { CatalogueEntries } from '../command.ts'

export const lookCommands: CatalogueEntries = {
  transactions: {
    summary: 'List transactions, newest first',
    examples: ['transactions', 'transactions --status pending --limit 20'],
    load: async () => (await import('../commands/look/transactions.ts')).transactionsCommand,
  },
  transaction: {
    summary: 'Show one transaction and its history',
    examples: ['transaction 1000001'],
    load: async () => (await import('../commands/look/transactions.ts')).transactionCommand,
  },
  customers: {
    summary: 'List the customers of the vault',
    examples: ['customers', 'customers --limit 20 --offset 20'],
    load: async () => (await import('../commands/look/customers.ts')).customersCommand,
  },
  customer: {
    summary: 'Show one customer and its tokens',
    examples: ['customer 1'],
    load: async () => (await import('../commands/look/customers.ts')).customerCommand,
  },
  requests: {
    summary: 'List or follow the requests that the sandbox answered',
    details:
      'Lists the last requests, newest last, with cards and accounts masked. With --follow, it prints new requests as they arrive, until Ctrl-C.',
    examples: [
      'requests',
      'requests --follow',
      'requests --operation purchase --status 409',
      'requests --answer lost --amount 4995',
      'requests --all-worlds --json > requests.json',
    ],
    load: async () => (await import('../commands/look/requests.ts')).requestsCommand,
  },
  request: {
    summary: 'Show one request with its answer',
    details:
      'Shows one request with its answer, masked. With --curl, it prints a command that sends the request again, with test cards instead of masked ones and a new correlation id. The command is for PowerShell on Windows and for sh elsewhere; --shell selects another shell.',
    examples: ['request 1', 'request 1 --json', 'request 1 --curl', 'request 1 --shell powershell'],
    load: async () => (await import('../commands/look/request.ts')).requestCommand,
  },
  report: {
    summary: 'Show whether your client can charge twice or lose a sale',
    details:
      'Shows the verdict on everything that clients have done since the sandbox was started, over all worlds and resets, with the payment of each finding. With --world, it covers only that world. With files, it merges them into one report: reports and sweeps in JSON (--report report.json, or what exec --json printed) and run files (--record, Save run). All files must be runs, or all must be shards of the same sweep. `report compare <old> <new>` shows what is new, gone and the same between two of them. Its exit code is 4 if an error or an unsafe cell is new.',
    examples: [
      'report',
      'report --format html > report.html',
      'report --since-reset --world worker-1',
      'report --clear',
      'report shard-*.json --report sweep.html',
      'report compare main.json branch.json',
    ],
    load: async () => (await import('../commands/look/report.ts')).reportCommand,
  },
  reconcile: {
    summary: 'Compare your books with what the gateway took',
    details:
      'Compares your order book with the transactions that are stored now: paid but not booked, booked but not paid, and so on. Amounts are in cents. The exit code is 4 if an error was found.',
    examples: [
      'reconcile orders.csv',
      'reconcile orders.json --json',
      'reconcile - < orders.jsonl',
    ],
    load: async () => (await import('../commands/look/reconcile.ts')).reconcileCommand,
  },
  coverage: {
    summary: 'Show the cases to try, and those already tried',
    details:
      'Lists every case, marks those that this run has covered, and shows how to provoke the others. The percentage counts only the cases that are possible with this config.',
    examples: ['coverage', 'coverage --plan go-live-au'],
    load: async () => (await import('../commands/look/coverage.ts')).coverageCommand,
  },
  assumptions: {
    summary: 'List what is assumed about the gateway',
    details:
      'Lists each point that the gateway’s specification leaves open, with the value that this sandbox assumes. You can set each value in sandgate.config.yaml.',
    examples: ['assumptions', 'assumptions --json'],
    load: async () => (await import('../commands/look/assumptions.ts')).assumptionsCommand,
  },
  openapi: {
    summary: 'Print the OpenAPI 3.1 document of the API',
    details:
      'Prints the OpenAPI 3.1 document of all of /v1, with the current assumptions. With --control, prints the document of the control API under /_sandbox. Without a running sandbox, it uses the config file and the defaults.',
    examples: [
      'openapi > openapi.json',
      'openapi --yaml',
      'openapi --control > control-openapi.json',
    ],
    load: async () => (await import('../commands/look/openapi.ts')).openapiCommand,
  },
}
