import { DEFAULT_PORT, DEFAULT_URL } from '../../domain/default-url.ts'
import type { CatalogueEntries } from '../command.ts'

export const runCommands: CatalogueEntries = {
  start: {
    summary: 'Run a sandbox (the default command)',
    details:
      'Runs a sandbox until Ctrl-C. It listens on this machine only and keeps its data in the folder .sandgate.',
    examples: [
      'start',
      'start --port 0 --memory --json',
      'start --detach',
      'start --memory --scenario flaky-day --clock 2026-03-10T01:00:00Z',
    ],
    serves: 'until-stopped',
    load: async () => (await import('../commands/run/start.ts')).startCommand,
  },
  exec: {
    summary: 'Run your tests against their own sandbox, and judge them',
    details:
      'Starts a sandbox on a free port, runs the command, stops the sandbox and prints the verdict. The command gets the base address of the API in SANDGATE_API, and the addresses of the sandbox and its dashboard in SANDGATE_URL and SANDGATE_DASHBOARD. The exit code is that of the command, or 4 if the command passed and the verdict is bad. Everything stays in memory unless you pass --data. Outside CI, the run is saved, and `npx sandgate open` shows it.',
    examples: [
      'exec -- npm test',
      'exec --scenario flaky-day -- pytest -x',
      'exec --report report.html --min-coverage 60 -- npm test',
    ],
    serves: 'during-command',
    load: async () => (await import('../commands/run/exec.ts')).execCommand,
  },
  sweep: {
    summary: 'Break every payment call of your tests, one at a time',
    details:
      'First runs the command twice without faults, and records every call that creates a transaction, a customer or a token. Then runs it again for each of these calls with each fault, and breaks the calls of the recovery too. Shows what happened to the money. Your command does not have to change.',
    examples: [
      'sweep -- npm test',
      'sweep --quick --report sweep.html -- npm test',
      "sweep --each 'npx vitest run -t {pattern}' -- npx vitest run",
      'sweep --only purchase-3/after/reset -- npm test',
      'sweep --last-failed -- npm test',
    ],
    load: async () => (await import('../commands/run/sweep.ts')).sweepCommand,
  },
  demo: {
    summary: 'See in a minute what Sandgate is for',
    details:
      'Starts a sandbox in memory and lets three small shops pay while answers are lost: a naive one, a sloppy one and a careful one. Shows which of them charged twice, with the proof, and leaves the dashboard open until Ctrl-C.',
    examples: ['demo', 'demo --exit'],
    serves: 'until-stopped',
    load: async () => (await import('../commands/run/demo.ts')).demoCommand,
  },
  open: {
    summary: 'Open a recorded run, a report or a sweep in the browser',
    details:
      'Shows a finished run in the dashboard until Ctrl-C: the last run of exec, a file of --record, or a run that the dashboard saved. Calls of the control API that only read work too. A JSON report or sweep, even a merged one, is shown as one page. Everything is read-only.',
    examples: ['open', 'open run.jsonl', 'open sweep.json --port 7264'],
    load: async () => (await import('../commands/run/open.ts')).openCommand,
  },
  wait: {
    summary: 'Wait until a sandbox answers',
    details:
      'Waits until a sandbox answers. With --ready-file, waits for the sandbox that wrote the file. The exit code is 3 if it does not answer in time.',
    examples: [
      'start & npx sandgate wait && npm test',
      'wait --timeout 5s',
      'wait --ready-file ready.json',
    ],
    load: async () => (await import('../commands/run/wait.ts')).waitCommand,
  },
  status: {
    summary: 'Show the running sandbox',
    examples: ['status', 'status --url http://127.0.0.1:7264 --json'],
    load: async () => (await import('../commands/run/status.ts')).statusCommand,
  },
  stop: {
    summary: 'Stop a running sandbox',
    details: `Stops the sandbox without losing anything, and waits until it is gone. If neither --url nor a variable names a sandbox, it stops the one that uses the data folder in the current folder, at any port, or else the one at port ${DEFAULT_PORT}.`,
    examples: ['stop', 'stop --url http://127.0.0.1:7264'],
    load: async () => (await import('../commands/run/stop.ts')).stopSandboxCommand,
  },
  mcp: {
    summary: 'Serve the sandbox to a coding agent (MCP, on stdio)',
    details:
      'Speaks the Model Context Protocol on standard input and output. Uses the sandbox at --url, or starts one in memory and stops it at the end.',
    examples: ['mcp', `mcp --url ${DEFAULT_URL}`],
    serves: 'until-stopped',
    load: async () => (await import('../commands/run/mcp.ts')).mcpCommand,
  },
  init: {
    summary: 'Write a commented sandgate.config.yaml',
    details:
      'Writes sandgate.config.yaml into this folder: every setting with its default and every assumption with its reason. It never overwrites a file.',
    examples: ['init'],
    load: async () => (await import('../commands/run/init.ts')).initCommand,
  },
}
