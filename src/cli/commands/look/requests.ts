import type { Command } from 'commander'
import { commandLine } from '../../../base/text/copied-request.ts'
import { spanText } from '../../../base/text/counted.ts'
import { shells } from '../../../base/text/shell-line.ts'
import type { ControlClient } from '../../../control/client/control-client.ts'
import { ControlError, NoSandboxError } from '../../../control/client/control-error.ts'
import type {
  RequestListResponse,
  RequestResponse,
  WaitingResponse,
} from '../../../control/contract/calls/requests.ts'
import { operationText, shownResult, subjectOf } from '../../../control/facts/request-words.ts'
import { requestFilters } from '../../../control/lists/lists.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { moneyText } from '../../../domain/money.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { argument, choice, flag, type ValuesOf } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { connectToRead, givenWords, type TargetOptions, worldOf } from '../../options/connection.ts'
import { csvOption, isLimited, listedPages, printCsv } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { LIST_LIMIT, MOST_WORLDS, pageIn, pageOptions, refuseBesideId } from '../../options/page.ts'
import { stopSignal } from '../../process/signals.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { exchangeLine, ruleNames, worldLabel } from '../../words/exchange/exchange-line.ts'
import {
  inMeaning,
  type ListColumn,
  listedRows,
  listedTime,
  listReference,
} from '../../words/list-text.ts'
import { showRequest } from '../../words/one-request.ts'
import { todayOf } from '../../words/value-text.ts'

const options = {
  follow: flag(
    '-f, --follow',
    'print new requests as they arrive; with --json, one document per line',
    { excludes: ['csv', 'after', 'allWorlds'] },
  ),
  ...filterOptions(requestFilters),
  ...pageOptions,
  ...csvOption,
  allWorlds: flag('--all-worlds', 'list the requests of all worlds, in order of arrival', {
    excludes: ['after'],
  }),
  curl: flag('--curl', 'with an id: print a curl command that sends it again'),
  shell: choice('--shell <name>', 'shell for which to print the curl command', shells, {
    implies: { curl: true },
  }),
}

type RequestsOptions = ValuesOf<typeof options> & TargetOptions

export const requestsCommand = command({
  name: 'requests',
  group: 'See what happened',
  summary: 'List or follow requests, or show one with its response',
  details:
    'Lists the last requests, newest last, with cards and accounts masked. With --follow, it prints new requests as they arrive, until Ctrl-C. With an id, it shows one request with its response; --curl prints a command that sends it again, with test cards instead of masked ones and a new correlation id. The command is for PowerShell on Windows and for sh elsewhere; --shell selects another shell.',
  examples: [
    'requests',
    'requests 1',
    'requests 1 --curl',
    'requests --follow',
    'requests --operation purchase --status 409',
    'requests --lost --amount 4995',
    'requests --all-worlds --json > requests.json',
  ],
  args: { id: argument('[id]', 'show this request', wholeNumber(1)) },
  options,
  target: 'world',
  async run({ id, ...given }, context) {
    const { io, self } = context
    if (id !== undefined) {
      refuseBesideId(self, 'id', ['curl', 'shell'])
      return await showRequest(id, given, context)
    }
    if (given.curl) throw misuse("--curl needs the id of a request, as in 'npx sandgate requests'")
    if (given.follow) await followRequests(given, io)
    else await list(given, self, io)
  },
})

interface WorldRequest extends RequestResponse {
  readonly world: string
}

async function list(options: RequestsOptions, self: Command, io: Io): Promise<void> {
  const listed = await (options.allWorlds ? inAllWorlds : inWorld)(options, self, io)
  if (options.csv) {
    await printCsv(io, 'requests', [listed], options.allWorlds ? ['world'] : [])
    return
  }
  const { requests, waiting, next } = listed
  // Each world has its own clock.
  const clock = options.allWorlds ? undefined : await connectToRead(options, io).clock()
  const shown = options.allWorlds ? requests : requests.map(({ world: _world, ...entry }) => entry)
  const document = { requests: shown, ...(!options.allWorlds && { next }) }
  outputFor(options, io, clock && todayOf(clock)).result(document, (output) =>
    [
      requestsText(output, shown),
      ...waiting.map(waitingText),
      ...(next === null ? [] : [output.style('quiet', olderText(options, self, next))]),
      ...(options.since === undefined || requests.length < options.limit
        ? []
        : [output.style('quiet', NEWER)]),
    ].join('\n'),
  )
}

/** With `since`, the list begins there. */
const NEWER = `For newer requests, pass a later --since, or --limit ${LIST_LIMIT}`

/** How to see those that did not fit. */
function olderText(options: RequestsOptions, self: Command, next: number): string {
  if (options.allWorlds) {
    return `For older requests, choose a world with --world, or pass --limit ${LIST_LIMIT} or a filter`
  }
  const words = ['requests', ...givenWords(self, (name) => name !== 'after')]
  return `For older requests: npx sandgate ${commandLine([...words, '--after', String(next)])}`
}

/** `purchase corr-1 has no answer yet, after 3.2 s` */
function waitingText(call: WaitingResponse): string {
  const { operation, method, path, correlation_id, waited, left } = call
  const what = operation?.replaceAll('_', ' ') ?? `${method} ${path}`
  const id = correlation_id === null ? '' : ` ${correlation_id}`
  const seconds = spanText(waited)
  if (left) return `${what}${id} is still being processed; its client left after ${seconds}`
  return `${what}${id} has no response yet, after ${seconds}`
}

interface Listed {
  readonly requests: readonly WorldRequest[]
  readonly waiting: readonly WaitingResponse[]
  /** What `after` takes for older requests; null if there are none. */
  readonly next: number | null
}

async function inWorld(options: RequestsOptions, self: Command, io: Io): Promise<Listed> {
  const world = worldOf(options)
  const client = connectToRead(options, io)
  const answer = isWhole(options, self)
    ? await allKept(options, self, client)
    : await client.requests(filterOf(options))
  const { requests, waiting = [], next } = answer
  return { requests: requests.map((entry) => ({ ...entry, world })), waiting, next }
}

/** `--csv` lists all requests that are kept, unless it is limited. */
function isWhole({ csv }: RequestsOptions, self: Command): boolean {
  return csv === true && !isLimited(self)
}

async function allKept(
  options: RequestsOptions,
  self: Command,
  client: ControlClient,
): Promise<RequestListResponse> {
  const pages: (readonly RequestResponse[])[] = []
  // Without `after`, `since` would be read forward, in one page.
  const first = options.after ?? MAX_ID
  const ask = (page: object) => client.requests({ ...filterOf(options), ...page })
  for await (const { requests } of listedPages(self, first, ask)) pages.unshift(requests)
  return { requests: pages.flat(), next: null }
}

/** Sorted by real time, since each world has its own clock. */
async function inAllWorlds(options: RequestsOptions, self: Command, io: Io): Promise<Listed> {
  const client = connectToRead({ ...options, world: 'default' }, io)
  const { worlds } = await client.worlds({ limit: MOST_WORLDS })
  const all = await Promise.all(
    worlds.map(({ name }) =>
      inWorld({ ...options, world: name }, self, io).catch(nothingIfRemoved),
    ),
  )
  const requests = all
    .flatMap((listed) => listed.requests)
    .sort((one, other) => Date.parse(one.real_at) - Date.parse(other.real_at))
  const waiting = all.flatMap((listed) => listed.waiting)
  if (isWhole(options, self)) return { requests, waiting, next: null }
  const next = requests.at(-options.limit - 1)?.id ?? all.find((one) => one.next !== null)?.next
  return { requests: requests.slice(-options.limit), waiting, next: next ?? null }
}

/** A world may be removed after the worlds were listed. */
function nothingIfRemoved(cause: unknown): Listed {
  if (cause instanceof ControlError && cause.status === 404)
    return { requests: [], waiting: [], next: null }
  throw cause
}

function requestsText(output: Output, requests: readonly RequestResponse[]): string {
  return requests.length === 0 ? 'No requests found.' : listedRows(output, columns, requests)
}

/** In a list of several worlds, it says which one has it. */
type ListedRequest = RequestResponse & { readonly world?: string }

const columns: readonly ListColumn<ListedRequest>[] = [
  { title: 'id', of: ({ id }) => id, align: 'right' },
  { title: 'time', of: ({ at }, output) => listedTime(at, output) },
  {
    title: 'request',
    of: (request) => `${worldLabel(request.world ?? 'default')}${operationText(request)}`,
  },
  {
    title: 'amount',
    of: (request) => {
      const { amount, currency } = subjectOf(request)
      return amount === undefined ? '' : moneyText(amount, currency)
    },
    align: 'right',
  },
  {
    title: 'reference',
    of: (request, output) => listReference(subjectOf(request).reference, output),
  },
  {
    title: 'response',
    of: (request) => {
      const { text, meaning } = shownResult(request)
      return inMeaning([text, ...ruleNames(request.rules)].join(' '), meaning)
    },
  },
  { title: 'took', of: ({ duration }) => spanText(duration), align: 'right' },
]

/** Prints the existing requests, then each new one, until Ctrl-C. */
async function followRequests(options: RequestsOptions, io: Io): Promise<void> {
  const stopping = stopSignal(io)
  const failure = await follow(options, io, stopping).catch((error: unknown) => error)
  if (stopping.aborted) return
  if (failure instanceof ControlError || failure instanceof NoSandboxError) throw failure
  throw new CliError(`The sandbox at ${options.url} has stopped`, exitCode.noAnswer)
}

/** Subscribes before listing, so that no request is missed in between. */
async function follow(options: RequestsOptions, io: Io, stopping: AbortSignal): Promise<void> {
  const client = connectToRead(options, io)
  const output = outputFor(options, io)
  const world = worldOf(options)
  const show = (request: RequestResponse) =>
    output.result(request, ({ layout }) => exchangeLine(request, world, layout))
  const events = await client.events(stopping)
  const { requests } = await client.requests(filterOf(options))
  for (const request of requests) show(request)
  const shown = new Set(requests.map(identityOf))
  for await (const { event, data } of events) {
    if (event !== 'request' || shown.delete(identityOf(data))) continue
    if (await isWanted(data, options, client)) show(data)
  }
}

/** The whole request is its identity, since ids start at 1 again after a reset. */
function identityOf(request: RequestResponse): string {
  return JSON.stringify(request)
}

/** The filter and the page in the form that the sandbox takes. */
function filterOf(given: RequestsOptions) {
  return { ...filterIn(requestFilters, given), ...pageIn(given) }
}

/** The same filter for requests that arrive as events; the sandbox decides which ones match. */
async function isWanted(
  { id }: RequestResponse,
  given: RequestsOptions,
  client: ControlClient,
): Promise<boolean> {
  const filter = filterIn(requestFilters, given)
  if (Object.keys(filter).length === 0) return true
  // Newest first up to this one.
  const [found] = (await client.requests({ ...filter, after: id + 1, limit: 1 })).requests
  return found?.id === id
}
