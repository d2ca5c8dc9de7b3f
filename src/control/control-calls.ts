import { later } from '../gateway/wire/operation.ts'
import type { CallMethod, CallParts, CallTopic, ControlCall } from './contract/control-call.ts'
import type { ControlHandler } from './control-handler.ts'

type ControlHandlers = Readonly<Record<string, ControlHandler>>

/** The address of a call, what it does in one line, and what else is special about it. */
type CallRow = readonly [address: `${CallMethod} /${string}`, does: string, parts?: CallParts]

/** Related calls; their handlers, with the schemas of their input, are loaded when one is first called. */
interface CallGroup<Handlers extends ControlHandlers, Rows> {
  readonly about: CallTopic
  readonly load: () => Promise<Handlers>
  readonly rows: Rows
}

function group<
  Handlers extends ControlHandlers,
  const Rows extends Record<keyof Handlers, CallRow>,
>(about: CallTopic, load: () => Promise<Handlers>, rows: Rows): CallGroup<Handlers, Rows> {
  return { about, load, rows }
}

const bytes = { answers: 'bytes' } as const
const long = { isLong: true } as const

/** As large as a scenario file may be. */
const scenario = { maxBody: 512 * 1024 } as const

/**
 * The control API: routes, index, client and documents are made from this table and the handlers.
 * @internal Exported for tests.
 */
export const callGroups = [
  group(['Sandbox', 'The sandbox itself.'], async () => (await import('./calls/about.ts')).about, {
    index: ['GET /', 'List the calls of the control API'],
    calls: ['GET /calls', 'List the calls of the control API, even for a browser'],
    health: [
      'GET /health',
      'Show that the sandbox responds, its version and its time',
      { isOpen: true },
    ],
    assumptions: [
      'GET /assumptions',
      'List every assumption about the gateway, its value and its reason',
    ],
    stop: ['POST /stop', 'Stop the sandbox without losing anything', { isReading: true }],
    openapi: ['GET /openapi.json', 'Describe all of /v1 as an OpenAPI 3.1 document'],
    controlOpenapi: [
      'GET /control-openapi.json',
      'Describe the control API as an OpenAPI 3.1 document',
    ],
  }),
  group(
    ['Clock', 'The time of a world, and what is due.'],
    async () => (await import('./calls/clock.ts')).clock,
    {
      clock: ['GET /clock', 'Show the time and whether it runs'],
      changeClock: ['PUT /clock', 'Freeze or resume the clock, or set it forward', long],
      advance: [
        'POST /clock/advance',
        'Move the clock forward by a duration or to an instant; all events that are scheduled until then happen',
        long,
      ],
      upcoming: ['GET /clock/upcoming', 'List the scheduled events, in time order'],
    },
  ),
  group(
    ['Transactions', 'Stored transactions, and what their banks do next.'],
    async () => (await import('./calls/transactions.ts')).transactions,
    {
      transactions: ['GET /transactions', 'List transactions, newest first'],
      transaction: [
        'GET /transactions/{audit}',
        'Show one transaction, its changes of status and its scheduled events',
      ],
      settle: ['POST /settle', 'Clear or return pending direct debits now', long],
      resolve: ['POST /resolve', 'Decide unknown transactions and pending card payments now', long],
      return: ['POST /return', 'Return direct debits that have cleared', long],
      expire: ['POST /expire', 'Make the gateway forget correlation ids now', long],
    },
  ),
  group(
    ['Customers', 'The customers of the vault.'],
    async () => (await import('./calls/customers.ts')).customers,
    {
      customers: ['GET /customers', 'List customers, oldest first'],
      customer: ['GET /customers/{id}', 'Show one customer and its tokens'],
    },
  ),
  group(
    ['Scenarios', 'Scenarios and temporary rules, which decide how the gateway responds.'],
    async () => (await import('./calls/scenarios.ts')).scenarios,
    {
      scenarios: [
        'GET /scenarios',
        'List the active scenarios, highest priority first, and how often each rule applied',
      ],
      replaceScenarios: [
        'PUT /scenarios',
        'Replace all scenarios; the first of the list has the highest priority',
      ],
      loadScenario: [
        'POST /scenarios',
        'Load a scenario with the highest priority: a document, or the name of a built-in one',
        scenario,
      ],
      unloadScenario: ['DELETE /scenarios/{name}', 'Unload a scenario'],
      magic: ['GET /magic', 'List the magic cards, amounts and BSBs of the active scenarios'],
      rules: ['GET /rules', 'List the temporary rules, highest priority first'],
      addRule: [
        'POST /rules',
        'Add a temporary rule, or a list of them; each applies to one request unless it sets `times`',
      ],
      clearRules: ['DELETE /rules', 'Remove all temporary rules'],
      removeRule: ['DELETE /rules/{name}', 'Remove a temporary rule'],
      explain: [
        'POST /scenarios/explain',
        'Show which rules apply to a request, and why the others do not',
        { isReading: true },
      ],
    },
  ),
  group(
    ['Requests', 'The calls that the gateway and the vault received.'],
    async () => (await import('./calls/requests.ts')).requests,
    {
      requests: ['GET /requests', 'List the requests to the gateway and the vault, newest last'],
      waitForRequests: [
        'POST /requests/wait',
        'Wait until enough requests match a filter; earlier ones count',
        { isReading: true, isLong: true },
      ],
      request: ['GET /requests/{id}', 'Show one request, and the payment that it belongs to'],
      removeRequests: ['DELETE /requests', 'Delete the recorded requests'],
      events: [
        'GET /events',
        'Stream requests, transactions, clock moves and scenario changes as they happen',
        { answers: 'events', media: 'text/event-stream' },
      ],
    },
  ),
  group(
    ['Report', 'What the run shows about the client under test.'],
    async () => (await import('./calls/report.ts')).report,
    {
      report: [
        'GET /report',
        'Show whether the clients of this run are safe, with everything that was found',
      ],
      clearReport: ['DELETE /report', 'Forget what was found and begin a new run'],
      saveRun: [
        'GET /run',
        'Save the run so far as a run file',
        { ...bytes, ...long, media: 'application/x-ndjson' },
      ],
      coverage: ['GET /coverage', 'Show test coverage: the cases to try, and those already tried'],
      reconcile: [
        'POST /reconcile',
        "Compare the shop's books with the stored transactions",
        // Runs from files take it too; its result is recorded, not the call.
        { ...long, isReading: true },
      ],
      payments: [
        'GET /payments',
        'List payments with everything that happened to each, newest first',
      ],
      payment: ['GET /payments/{id}', 'Show one payment'],
    },
  ),
  group(
    ['Search', 'Search for anything that the sandbox has stored or recorded.'],
    async () => (await import('./calls/search.ts')).search,
    {
      search: ['GET /search', 'Find payments, requests, transactions and customers by a text'],
    },
  ),
  group(
    ['Snapshots', 'Saved states of a world.'],
    async () => (await import('./calls/snapshots.ts')).snapshots,
    {
      snapshots: ['GET /snapshots', 'List the saved snapshots'],
      snapshot: ['GET /snapshots/{name}', 'Show when a snapshot was saved, and how big it is'],
      saveSnapshot: ['PUT /snapshots/{name}', 'Save the state under a name', long],
      removeSnapshot: ['DELETE /snapshots/{name}', 'Remove a snapshot', long],
      restoreSnapshot: ['POST /snapshots/{name}/restore', 'Restore a saved state', long],
    },
  ),
  group(
    ['Worlds', 'Worlds, and their whole state.'],
    async () => (await import('./calls/worlds.ts')).worlds,
    {
      worlds: ['GET /worlds', 'List the worlds of this sandbox'],
      createWorld: ['PUT /worlds/{name}', 'Create a world, unless it exists', long],
      removeWorld: ['DELETE /worlds/{name}', 'Remove a world with all its data', long],
      exportState: [
        'GET /state',
        'Export all data, the clock and the rules',
        { ...bytes, ...long },
      ],
      importState: [
        'PUT /state',
        'Replace everything with an export',
        { takes: 'bytes', isLong: true },
      ],
      reset: [
        'POST /reset',
        'Reset data, counters, clock, requests and rules to the state at the start',
        long,
      ],
      seed: ['POST /seed', 'Create realistic data; the same seed gives the same data', long],
    },
  ),
] as const

type Calls<Group> =
  Group extends CallGroup<infer Handlers, infer Rows>
    ? { readonly [Name in keyof Handlers & keyof Rows]: TypedCall<Handlers[Name], Rows[Name]> }
    : never

/** What the compiler knows about a call. */
interface TypedCall<Handler, Row> {
  readonly handler: Handler
  readonly row: Row
}

/** The intersection of the members of a union. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type AllCalls = Together<Calls<(typeof callGroups)[number]>>

export type CallName = keyof AllCalls

type HandlerOf<Name extends CallName> =
  AllCalls[Name] extends TypedCall<infer Handler, unknown> ? Handler : never

/** The JSON that a call answers; undefined if it sends something else. */
export type AnswerOf<Name extends CallName> =
  HandlerOf<Name> extends ControlHandler<infer Answer> ? Answer : never

/** The query or the body of a call. */
export type InputOf<Name extends CallName> =
  HandlerOf<Name> extends ControlHandler<unknown, infer Input> ? Input : never

/** The arguments of a call: path parameters, then its query or body. */
export type CallArguments<Name extends CallName> = [
  ...PathArguments<AllCalls[Name]>,
  ...(AllCalls[Name] extends TypedCall<unknown, readonly [string, string, { takes: 'bytes' }]>
    ? [body: string | AsyncIterable<Uint8Array>]
    : MayBeLeftOut<InputOf<Name>>),
]

type PathArguments<Call> =
  Call extends TypedCall<unknown, readonly [infer Address, ...unknown[]]>
    ? PathValues<Address>
    : never

type PathValues<Path> = Path extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...PathValues<Rest>]
  : []

// biome-ignore lint/complexity/noBannedTypes: whatever an empty object is one of.
type MayBeLeftOut<Value> = {} extends Value
  ? [keyof Value] extends [never]
    ? []
    : [value?: Value]
  : [value: Value]

const rows = callGroups.flatMap(({ about, load, rows }) => {
  const handlers = later<ControlHandlers>(load)
  return Object.entries<CallRow>(rows).map(([name, [address, does, parts]]) => {
    const [method, path] = address.split(' ') as [CallMethod, string]
    const own = async () => (await handlers())[name] as ControlHandler
    return { name, about, method, path, does, ...parts, load: own }
  })
})

/** Every call by its name. */
export const allCalls = Object.fromEntries(
  rows.map((row) => [row.name, row]),
) as unknown as Readonly<Record<CallName, ControlRoute>>

/** Puts the arguments of a call in their places; `segment` writes a value into the path. */
export function fillCall(
  { path }: ControlCall,
  given: readonly unknown[],
  segment: (value: string) => string,
): { readonly path: string; readonly input: unknown } {
  const values = [...given]
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(String(values.shift())))
  return { path: filled, input: values[0] }
}

/** A call and how to load its handler. */
export interface ControlRoute extends ControlCall {
  readonly name: string
  readonly about: CallTopic
  readonly load: () => Promise<ControlHandler>
}

/** Every call in the order of the index. */
export const controlRoutes: readonly ControlRoute[] = rows
