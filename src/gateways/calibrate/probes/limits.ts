import { assumptionTable } from '../../../domain/assumptions/table.ts'
import { act, completing } from '../lab/actions.ts'
import {
  CannotTell,
  complainsOf,
  complaintsOf,
  isApproved,
  type LabExchange,
} from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import { approvedOf, preauthorising, type Trial, tryPurchase } from '../lab/openings.ts'
import { AMOUNT, type TestPayment } from '../lab/payments.ts'
import { type Observation, type ProbeTable, probe, seen } from './probe.ts'

const { kvps, reference_max_length, completions_per_preauthorisation } = assumptionTable

export const limitProbes = {
  reference_max_length: probe('Longer and longer references, until one is refused.', (lab) =>
    limitOf(lab, {
      ours: lab.ours.reference_max_length,
      most: mostOf(reference_max_length),
      about: (length) => `a reference of ${length} characters`,
      payment: (length) => ({ reference: 'x'.repeat(length) }),
      isRefusal: (exchange) => complainsOf(exchange, 'reference'),
    }),
  ),
  'kvps.limit': probe('More and more KVPs, until they are refused.', (lab) =>
    limitOf(lab, {
      ours: lab.ours.kvps.limit,
      most: mostOf(kvps.limit),
      about: (count) => `${count} KVPs`,
      payment: (count) => ({ kvps: manyKvps(count) }),
      // A complaint about a single entry is not about their number.
      isRefusal: (exchange) =>
        complaintsOf(exchange).some(({ location }) => location.at(-1) === 'kvps'),
    }),
  ),
  'kvps.key_length': probe('Longer and longer keys, until one is refused.', (lab) =>
    keyLength(lab),
  ),
  'kvps.value_length': probe('Longer and longer values, until one is refused.', (lab) =>
    limitOf(lab, {
      ours: lab.ours.kvps.value_length,
      most: mostOf(kvps.value_length),
      about: (length) => `a KVP value of ${length} characters`,
      payment: (length) => ({ kvps: { K: 'v'.repeat(length) } }),
      isRefusal: (exchange) => complainsOf(exchange, 'kvps'),
    }),
  ),
  completions_per_preauthorisation: probe(
    'A preauthorisation is completed in parts, until one is turned down.',
    async (lab) => {
      const { count, by } = await completedOut(lab)
      return seen(count, ...by)
    },
  ),
} satisfies ProbeTable

export const keyLength = fact((lab) =>
  limitOf(lab, {
    ours: lab.ours.kvps.key_length,
    most: mostOf(kvps.key_length),
    about: (length) => `a KVP key of ${length} characters`,
    payment: (length) => ({ kvps: { ['K'.repeat(length)]: '1' } }),
    isRefusal: (exchange) => complainsOf(exchange, 'kvps'),
  }),
)

function mostOf({ form }: { readonly form: { readonly kind: string; readonly max?: number } }) {
  return form.max ?? Number.MAX_SAFE_INTEGER
}

interface Limit {
  readonly ours: number
  /** The largest that a setting may be. */
  readonly most: number
  readonly about: (size: number) => string
  readonly payment: (size: number) => TestPayment
  readonly isRefusal: (exchange: LabExchange) => boolean
}

/** The largest size that is accepted, with the requests on both sides of it. */
async function limitOf(lab: Lab, { ours, most, ...limit }: Limit): Promise<Observation> {
  const trials = new Map<number, Trial>()
  const isAccepted = async (size: number): Promise<boolean> => {
    const { about, payment, isRefusal } = limit
    const attempt = { about: about(size), payment: payment(size), isRefusal }
    const trial = await tryPurchase(lab, attempt)
    trials.set(size, trial)
    return trial.isAccepted
  }
  const evidence = () => [...trials.values()].map(({ exchange }) => exchange)
  if (!(await isAccepted(1))) throw new CannotTell('even a length of 1 is refused', evidence())
  const largest = await largestAccepted({ likely: ours, most: most + 1, isAccepted })
  if (largest > most) {
    throw new CannotTell(`even ${largest} is accepted, and a setting goes to ${most}`, evidence())
  }
  const sides = [largest, largest + 1].flatMap((size) => trials.get(size)?.exchange ?? [])
  return seen(largest, ...sides)
}

interface LimitSearch {
  /** What it probably is; two questions are enough if so. */
  readonly likely: number
  /** The search need not go beyond this. */
  readonly most: number
  readonly isAccepted: (size: number) => Promise<boolean>
}

/** By halving; 1 is accepted. */
async function largestAccepted({ likely, most, isAccepted }: LimitSearch): Promise<number> {
  let [good, bad] = [1, most + 1]
  const ask = async (size: number) => {
    if (size <= good || size >= bad) return
    if (await isAccepted(size)) good = size
    else bad = size
  }
  for (const size of [likely, likely + 1, most]) await ask(size)
  while (bad - good > 1) await ask(Math.floor((good + bad) / 2))
  return good
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'

/** KVPs with the shortest possible keys. */
function manyKvps(count: number): Readonly<Record<string, string>> {
  const keyOf = (i: number): string =>
    (i < letters.length ? '' : keyOf(Math.floor(i / letters.length) - 1)) +
    letters.charAt(i % letters.length)
  // Digits alone would be moved to the front, which does no harm.
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [keyOf(i), '1']))
}

/** The limit of requests to spare someone else's gateway. */
const MOST_COMPLETIONS = 20

/** A preauthorisation that takes no further completion. */
export const completedOut = fact(async (lab) => {
  const { path } = await completing(lab)
  const most = lab.remote.base.isLoopback
    ? mostOf(completions_per_preauthorisation)
    : MOST_COMPLETIONS
  const amount = String(Number(AMOUNT) * (most + 2))
  const { audit } = await approvedOf(lab, await preauthorising(lab), { amount })
  let last: LabExchange | undefined
  for (let count = 0; count <= most; count += 1) {
    const completion = await act(lab, path, audit)
    const by = last === undefined ? [completion] : [last, completion]
    if (!isApproved(completion)) return { count, refused: completion, by }
    last = completion
  }
  throw new CannotTell(`completed ${most + 1} times, it still takes another`, last ? [last] : [])
})
