import { assumptionTable } from '../../../domain/assumptions/table.ts'
import { currencies } from '../../../domain/money.ts'
import {
  type AccountForm,
  type AccountMembers,
  acceptedCurrencies,
  bankForm,
  bankToken,
  credit,
  debit,
  debitCurrencies,
  debitForm,
  membersIn,
} from '../lab/accounts.ts'
import {
  auditOf,
  CannotTell,
  complaintsOf,
  isApproved,
  isOk,
  type LabExchange,
  partAt,
  soleMember,
  statusWord,
} from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import {
  act,
  approvedOf,
  completing,
  type PurchaseAttempt,
  preauthorising,
  purchasing,
  reportsEveryFault,
  sendPurchase,
  standaloneRefunding,
  type Trial,
  tryPurchase,
} from '../lab/operations.ts'
import { AMOUNT, cardOf, expiry, paymentBody, swapped } from '../lab/payments.ts'
import { never, type Observation, type ProbeTable, probe, seen } from './probe.ts'

const { kvps, reference_max_length, completions_per_preauthorisation } = assumptionTable

/** What requests may hold, and what happens to them. */
export const requestProbes = {
  duplicate_correlation_id: probe('Sends a purchase twice with one id.', async (lab) => {
    const { first, same } = await repeatedPurchase(lab)
    if (same.status === 409) return seen('conflict', first, same)
    const isReplayed = isOk(same) && auditOf(same) === auditOf(first)
    if (isReplayed) return seen('replay', first, same)
    const reason = isOk(same)
      ? 'the same request with the same id was paid again'
      : `it was answered with ${same.status}`
    throw new CannotTell(reason, [first, same])
  }),
  correlation_cache_hours: never('it would take hours'),
  browser_calls: probe('Sends a search with an Origin header.', async (lab) => {
    const { plain, asPage } = await askedAsPage(lab)
    if (asPage.status === 403) return seen('refuse', plain, asPage)
    if (asPage.status === plain.status) return seen('allow', plain, asPage)
    throw new CannotTell(`it was answered with ${asPage.status}`, [plain, asPage])
  }),
  currencies: probe(
    'Sends a purchase in every ISO 4217 currency, invalid on purpose so that none is paid.',
    async (lab) => {
      const { accepted, by } = await cardCurrencies(lab)
      return seen(accepted.length === currencies.size ? 'any' : accepted, ...by)
    },
  ),
  cvv: probe('Sends a purchase without CVV.', async (lab) => {
    const payment = { method: cardOf(lab, { cvv: undefined }) }
    const attempt = { about: 'without CVV', payment, refusal: 'cvv' }
    const { isAccepted, exchange } = await tryPurchase(lab, attempt)
    return seen(isAccepted ? 'optional' : 'required', exchange)
  }),
  expiry_format: probe('Sends a purchase with the same month as MMYY and as YYMM.', expiryFormat),
  expired_card_refunds: probe('Sends a standalone refund to an expired card.', expiredRefund),
  kvp_namespace: probe('Reads what comes before the key of a KVP.', async (lab) => {
    const { namespace, lookup } = await kvpPurchase(lab)
    return seen(namespace, lookup)
  }),
  'kvps.authorisation_code': generatedKvp(
    'authorisation_code',
    'Finds the generated KVP with the authorisation code.',
  ),
  'kvps.trace_number': generatedKvp(
    'trace_number',
    'Finds the generated KVP that is not the authorisation code.',
  ),
  reference_max_length: probe('Sends longer and longer references, until one is refused.', (lab) =>
    limitOf(lab, lab.ours.reference_max_length, mostOf(reference_max_length), (length) => ({
      about: `a reference of ${length} characters`,
      payment: { reference: 'x'.repeat(length) },
      refusal: 'reference',
    })),
  ),
  'kvps.limit': probe('Sends more and more KVPs, until they are refused.', (lab) =>
    limitOf(lab, lab.ours.kvps.limit, mostOf(kvps.limit), (count) => ({
      about: `${count} KVPs`,
      payment: { kvps: manyKvps(count) },
      // A complaint about a single entry is not about their number.
      refusal: (exchange) =>
        complaintsOf(exchange).some(({ location }) => location.at(-1) === 'kvps'),
    })),
  ),
  'kvps.key_length': probe('Sends longer and longer keys, until one is refused.', (lab) =>
    keyLength(lab),
  ),
  'kvps.value_length': probe('Sends longer and longer values, until one is refused.', (lab) =>
    limitOf(lab, lab.ours.kvps.value_length, mostOf(kvps.value_length), (length) => ({
      about: `a KVP value of ${length} characters`,
      payment: { kvps: { K: 'v'.repeat(length) } },
      refusal: 'kvps',
    })),
  ),
  completions_per_preauthorisation: probe(
    'Completes a preauthorisation in parts, until a completion is refused.',
    async (lab) => {
      const { count, by } = await completedOut(lab)
      return seen(count, ...by)
    },
  ),
  'direct_debit.cutoff': never('visible only at that time of day'),
  'direct_debit.clear_banking_days': never('it would take days'),
  'direct_debit.return_banking_days': never('it would take days'),
  'direct_debit.credit_mode': probe(
    'Reads the mode of a standalone refund to an account.',
    async (lab) => {
      const { lookup } = await credit(lab)
      const mode = partAt(lookup.body, 'transaction', 'directdebit_mode')
      if (typeof mode === 'string') return seen(mode, lookup)
      throw new CannotTell('the lookup has no directdebit_mode', [lookup])
    },
  ),
  'direct_debit.currencies': probe(
    'Sends a debit in every currency, invalid on purpose so that none is made.',
    async (lab) => {
      if (!(await reportsEveryFault(lab))) throw new CannotTell(oneByOne)
      const { accepted, by } = await debitCurrencies(lab)
      if (accepted.length > 0) return seen(accepted, ...by)
      throw new CannotTell('no currency is accepted for direct debits', by)
    },
  ),
  direct_debit_payment_method: ofDebit(kindOf),
  'direct_debit_members.bsb': ofDebit(member('bsb')),
  'direct_debit_members.account_number': ofDebit(member('account_number')),
  'direct_debit_members.account_name': ofDebit(member('account_name')),
  bank_account_type: ofBankAccount(kindOf),
  'bank_account_members.bsb': ofBankAccount(member('bsb')),
  'bank_account_members.account_number': ofBankAccount(member('account_number')),
  'bank_account_members.account_name': ofBankAccount(member('account_name')),
} satisfies ProbeTable

/** One purchase, sent again as it was and with another amount. */
export const repeatedPurchase = fact(async (lab) => {
  const correlationId = `calibrate-${lab.run}-repeated`
  const send = (amount: string) => sendPurchase(lab, { amount }, { correlationId })
  return { first: await send('100'), same: await send('100'), other: await send('200') }
})

/** A search that finds nothing. */
export function searchPath({ merchant, run }: Lab): string {
  return `/transactions?merchant_id=${merchant}&correlation_id_lookup=calibrate-${run}-none`
}

/** The same search as a backend and as a page would send it. */
export const askedAsPage = fact(async (lab) => {
  const path = searchPath(lab)
  const plain = await lab.get(path)
  const headers = { origin: 'https://shop.example' }
  return { plain, asPage: await lab.send({ method: 'GET', path, headers }) }
})

export const cardCurrencies = fact(async (lab) => {
  if (!(await reportsEveryFault(lab))) throw new CannotTell(oneByOne)
  return await acceptedCurrencies(lab, (currency) => ({
    about: `in ${currency}`,
    payment: { currency },
  }))
})

const oneByOne = `this gateway reports one error at a time, so each of ${currencies.size} currencies would need its own payment`

async function expiryFormat(lab: Lab): Promise<Observation> {
  await purchasing(lab)
  const date = expiry(lab, 'valid')
  const attempt = async (order: string, expiry_date: string) =>
    await tryPurchase(lab, {
      about: `expiry as ${order}`,
      payment: { method: cardOf(lab, { expiry_date }) },
      refusal: 'expiry_date',
    })
  const { expiryOrder } = lab.paymentDefaults
  const own = await attempt(expiryOrder, date)
  const other = await attempt(swapped(expiryOrder), swapped(date))
  const by = [own.exchange, other.exchange]
  if (own.isAccepted && other.isAccepted) return seen('auto', ...by)
  if (own.isAccepted) return seen(expiryOrder, ...by)
  throw new CannotTell('neither order of month and year is accepted', by)
}

async function expiredRefund(lab: Lab): Promise<Observation> {
  const { path, created } = await standaloneRefunding(lab)
  if (!isApproved(created)) {
    throw new CannotTell('a standalone refund to a valid card is not approved either', [created])
  }
  const method = cardOf(lab, { expiry_date: expiry(lab, 'expired') })
  const made = await lab.post(path, paymentBody(lab, { method }))
  if (isApproved(made)) return seen('approve', created, made)
  if (isOk(made) && statusWord(made) === 'declined') return seen('decline', created, made)
  throw new CannotTell(`it was answered with ${made.status}`, [made])
}

/** A purchase with a KVP, and those that the gateway added. */
export const kvpPurchase = fact(async (lab) => {
  const { lookup } = await approvedOf(lab, await purchasing(lab), { kvps: { C: '1' } })
  const shown = Object.entries(partAt(lookup.body, 'kvps') ?? {})
  const end = '.REQUEST.KVP.C'
  const echoed = shown.find(([key]) => key.endsWith(end))?.[0]
  if (echoed === undefined) throw new CannotTell('the KVP sent does not come back', [lookup])
  const namespace = echoed.slice(0, -end.length)
  const front = `${namespace}.RESPONSE.KVP.`
  const generated = shown.flatMap(([key, value]): [string, unknown][] =>
    key.startsWith(front) ? [[key.slice(front.length), value]] : [],
  )
  const code = partAt(lookup.body, 'status', 'acquirer', 'authorisation_code')
  return { namespace, generated, code, lookup }
})

/** The only possible name; ours, if there are several. */
function generatedKvp(which: 'authorisation_code' | 'trace_number', how: string) {
  return probe(how, async (lab) => {
    const { generated, code, lookup } = await kvpPurchase(lab)
    const isCode = which === 'authorisation_code'
    const names = generated.filter(([, value]) => (value === code) === isCode).map(([name]) => name)
    const ours = names.find((name) => name === lab.ours.kvps[which])
    const [name, ...more] = ours === undefined ? names : [ours]
    if (name === undefined) throw new CannotTell('the gateway adds no such KVP', [lookup])
    if (more.length === 0) return seen(name, lookup)
    throw new CannotTell(`several could be meant: ${names.join(', ')}`, [lookup])
  })
}

export const keyLength = fact((lab) =>
  limitOf(lab, lab.ours.kvps.key_length, mostOf(kvps.key_length), (length) => ({
    about: `a KVP key of ${length} characters`,
    payment: { kvps: { ['K'.repeat(length)]: '1' } },
    refusal: 'kvps',
  })),
)

/** The largest that a setting may be. */
function mostOf({ form }: { readonly form: { readonly kind: string; readonly max?: number } }) {
  return form.max ?? Number.MAX_SAFE_INTEGER
}

/**
 * The largest size that is accepted, with the requests on both sides of it. Found by halving; if it is
 * ours, two questions are enough.
 */
async function limitOf(
  lab: Lab,
  ours: number,
  most: number,
  attempt: (size: number) => PurchaseAttempt,
): Promise<Observation> {
  const trials = new Map<number, Trial>()
  let [good, bad] = [0, most + 2]
  const ask = async (size: number) => {
    if (size <= good || size >= bad) return
    const trial = await tryPurchase(lab, attempt(size))
    trials.set(size, trial)
    if (trial.isAccepted) good = size
    else bad = size
  }
  const evidence = () => [...trials.values()].map(({ exchange }) => exchange)
  await ask(1)
  if (good === 0) throw new CannotTell('even a length of 1 is refused', evidence())
  for (const size of [ours, ours + 1, most + 1]) await ask(size)
  while (bad - good > 1) await ask(Math.floor((good + bad) / 2))
  if (good > most) {
    throw new CannotTell(`even ${good} is accepted, and the largest setting is ${most}`, evidence())
  }
  const sides = [good, good + 1].flatMap((size) => trials.get(size)?.exchange ?? [])
  return seen(good, ...sides)
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
  throw new CannotTell(`after ${most + 1} completions, it accepts another`, last ? [last] : [])
})

/** A value of an account as an answer shows it, else as the gateway accepted it. */
type Look = (form: AccountForm, shown: ReturnType<typeof soleMember>) => unknown

function kindOf(form: AccountForm, [key]: ReturnType<typeof soleMember>): string {
  return key || form.key
}

function member(name: keyof AccountMembers): Look {
  return (form, [, shown]) => membersIn(shown)[name] ?? form.members[name]
}

function ofDebit(look: Look) {
  return probe('Sends a direct debit and looks it up.', async (lab) => {
    const form = await debitForm(lab)
    const { created, lookup } = await debit(lab)
    const shown = soleMember(partAt(lookup.body, 'transaction', 'payment_method'))
    return seen(look(form, shown), created, lookup)
  })
}

function ofBankAccount(look: Look) {
  return probe('Stores a bank account as a token.', async (lab) => {
    const form = await bankForm(lab)
    const { created } = await bankToken(lab)
    return seen(look(form, soleMember(partAt(created.body, 'account'))), created)
  })
}
