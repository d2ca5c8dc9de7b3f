import { isLuhnValid } from '../../../domain/card/card.ts'
import { CannotTell, complainsOf, isApproved, isOk, partAt, statusWord } from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import { approvedOf, purchasing, standaloneRefunding, tryPurchase } from '../lab/openings.ts'
import { cardOf, expiry, paymentBody, swapped } from '../lab/payments.ts'
import { cardToken, spareToken } from '../lab/vault.ts'
import { type Observation, type ProbeTable, probe, seen } from './probe.ts'

export const cardProbes = {
  cvv: probe('A purchase without CVV.', async (lab) => {
    const method = cardOf(lab, { cvv: undefined })
    const { isAccepted, exchange } = await tryPurchase(lab, {
      about: 'without CVV',
      payment: { method },
      isRefusal: (refused) => complainsOf(refused, 'cvv'),
    })
    return seen(isAccepted ? 'optional' : 'required', exchange)
  }),
  expiry_format: probe('The same month as MMYY and as YYMM.', expiryFormat),
  expired_card_refunds: probe('A standalone refund to an expired card.', expiredRefund),
  kvp_namespace: probe('What stands before the key of a KVP.', async (lab) => {
    const { namespace, lookup } = await kvpPurchase(lab)
    return seen(namespace, lookup)
  }),
  'kvps.authorisation_code': probe('The generated KVP with the code.', async (lab) => {
    const { generated, code, lookup } = await kvpPurchase(lab)
    const names = generated.filter(([, value]) => value === code).map(([name]) => name)
    return chosen(names, lab.ours.kvps.authorisation_code, seen(undefined, lookup))
  }),
  'kvps.trace_number': probe('The other generated KVP.', async (lab) => {
    const { generated, code, lookup } = await kvpPurchase(lab)
    const names = generated.filter(([, value]) => value !== code).map(([name]) => name)
    return chosen(names, lab.ours.kvps.trace_number, seen(undefined, lookup))
  }),
} satisfies ProbeTable

async function expiryFormat(lab: Lab): Promise<Observation> {
  await purchasing(lab)
  const date = expiry(lab, 'valid')
  const attempt = async (order: string, expiry_date: string) =>
    await tryPurchase(lab, {
      about: `expiry as ${order}`,
      payment: { method: cardOf(lab, { expiry_date }) },
      isRefusal: (refused) => complainsOf(refused, 'expiry_date'),
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
  const opening = await standaloneRefunding(lab)
  if (!isApproved(opening.created)) {
    const reason = 'a standalone refund to a valid card is not approved either'
    throw new CannotTell(reason, [opening.created])
  }
  const method = cardOf(lab, { expiry_date: expiry(lab, 'expired') })
  const body = paymentBody(lab, { method })
  const made = await lab.post(opening.path, body)
  if (isApproved(made)) return seen('approve', opening.created, made)
  const isDeclined = isOk(made) && statusWord(made) === 'declined'
  if (isDeclined) return seen('decline', opening.created, made)
  throw new CannotTell(`it was answered with ${made.status}`, [made])
}

/** A purchase with a KVP, and those that the gateway added. */
export const kvpPurchase = fact(async (lab) => {
  const { lookup } = await approvedOf(lab, await purchasing(lab), { kvps: { C: '1' } })
  const kvps = Object.entries(partAt(lookup.body, 'kvps') ?? {})
  const end = '.REQUEST.KVP.C'
  const echoed = kvps.find(([key]) => key.endsWith(end))?.[0]
  if (echoed === undefined) throw new CannotTell('the KVP sent does not come back', [lookup])
  const namespace = echoed.slice(0, -end.length)
  const front = `${namespace}.RESPONSE.KVP.`
  const generated = kvps.flatMap(([key, value]): [string, unknown][] =>
    key.startsWith(front) ? [[key.slice(front.length), value]] : [],
  )
  const code = partAt(lookup.body, 'status', 'acquirer', 'authorisation_code')
  return { namespace, generated, code, lookup }
})

/** The only possible name; ours, if there are several. */
function chosen(names: readonly string[], ours: string, { by }: Observation): Observation {
  const [name, ...more] = names
  if (name === undefined) throw new CannotTell('the gateway adds no such KVP', by)
  if (more.length === 0) return seen(name, ...by)
  if (names.includes(ours)) return seen(ours, ...by)
  throw new CannotTell(`several could be meant: ${names.join(', ')}`, by)
}

export const tokenProbes = {
  token_id_type: probe('The type of a new token’s id.', async (lab) => {
    const { id, created } = await cardToken(lab)
    return seen(typeof id === 'string' ? 'string' : 'integer', created)
  }),
  virtual_pan_luhn: probe('The virtual PANs of two new tokens.', async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)]
    const areValid = tokens.every(({ virtualPan }) => isLuhnValid(virtualPan))
    return seen(areValid ? 'valid' : 'invalid', ...tokens.map(({ created }) => created))
  }),
  'virtual_pan.length': common('The length of both.', (virtualPan) => virtualPan.length),
  'virtual_pan.first_digit': common('The first digit of both.', (virtualPan) =>
    Number(virtualPan.charAt(0)),
  ),
} satisfies ProbeTable

/** Something that the virtual PANs of two tokens have in common. */
function common(how: string, look: (virtualPan: string) => number) {
  return probe(`Two new tokens. ${how}`, async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)] as const
    const by = tokens.map(({ created }) => created)
    const [one, other] = tokens.map(({ virtualPan }) => look(virtualPan))
    if (one === other) return seen(one, ...by)
    throw new CannotTell(`it is ${one} for one token and ${other} for another`, by)
  })
}
