import { completing, refunding, voiding, voidNow } from '../lab/actions.ts'
import { CannotTell, isOk, type LabExchange, partAt, statusWord, typeOf } from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import { approvedOf, purchasing, standaloneRefunding, targetAuditOf } from '../lab/openings.ts'
import {
  cardToken,
  firstCustomer,
  ownTokenPath,
  postCustomer,
  spareToken,
  vaultPath,
} from '../lab/vault.ts'
import { never, type Observation, type ProbeTable, probe, seen } from './probe.ts'

/** The words of lookups, and what becomes of what the rules forbid. */
export const wordingProbes = {
  'words.voided': probe('The status of a purchase that was voided.', async (lab) => {
    const { created, after } = await voiding(lab)
    return seen(statusWord(after), created, after)
  }),
  'words.unknown': never('only a transaction in doubt shows it, and no request brings that about'),
  'words.void_type': probe('The type of a void.', async (lab) => {
    const { lookup } = await voiding(lab)
    return seen(typeOf(lookup), lookup)
  }),
  refund_transaction_type: probe('The type of a refund.', async (lab) => {
    const { lookup } = await refunding(lab).catch(() => standaloneRefunding(lab))
    return seen(typeOf(lookup), lookup)
  }),
  completion_target_audit: probe('Whether a completion shows its target.', async (lab) => {
    const { lookup } = await completing(lab)
    return seen(targetAuditOf(lookup) !== undefined, lookup)
  }),
  rule_refusals: probe('A purchase is voided twice.', async (lab) => {
    const { again } = await voidedTwice(lab)
    return refusalSeen(again)
  }),
  mask_character: probe('The characters between the digits of a card.', async (lab) => {
    const { lookup } = await purchasing(lab)
    const pan = partAt(lookup.body, 'transaction', 'payment_method', 'creditcard', 'pan')
    const masks = new Set(typeof pan === 'string' ? pan.replaceAll(/\d/g, '') : '')
    const [mask, ...more] = masks
    if (mask !== undefined && more.length === 0) return seen(mask, lookup)
    throw new CannotTell('the lookup shows no masked card number', [lookup])
  }),
} satisfies ProbeTable

/** A purchase that was voided, and how a second void is answered. */
export const voidedTwice = fact(async (lab) => {
  const made = await approvedOf(lab, await purchasing(lab))
  const first = await voidNow(lab, made.audit)
  if (!isOk(first)) throw new CannotTell(`a void was answered with ${first.status}`, [first])
  const again = await voidNow(lab, made.audit)
  return { made, first, again }
})

function refusalSeen(again: LabExchange): Observation {
  if (again.status >= 400 && again.status < 500) return seen('refuse', again)
  if (isOk(again) && statusWord(again) === 'declined') return seen('decline', again)
  throw new CannotTell(`a second void was answered with ${again.status}`, [again])
}

export const statusProbes = {
  'status.transaction': statusOf('purchase', purchasing),
  'status.customer_created': statusOf('new customer', firstCustomer),
  'status.customer_existing': probe('A customer is created a second time.', async (lab) => {
    const { id, reference, created } = await firstCustomer(lab)
    const again = await postCustomer(lab, reference)
    if (isOk(again) && partAt(again.body, 'id') === id) return seen(again.status, created, again)
    const reason = 'the same reference did not give the same customer'
    throw new CannotTell(reason, [created, again])
  }),
  'status.token_created': statusOf('new token', cardToken),
  'status.deleted': probe('A token is deleted.', async (lab) => {
    const gone = await deletedToken(lab)
    if (isOk(gone)) return seen(gone.status, gone)
    throw new CannotTell(`a token cannot be deleted (${gone.status})`, [gone])
  }),
} satisfies ProbeTable

function statusOf(noun: string, make: (lab: Lab) => Promise<{ readonly created: LabExchange }>) {
  return probe(`The status of the answer to a ${noun}.`, async (lab) => {
    const { created } = await make(lab)
    return seen(created.status, created)
  })
}

const deletedToken = fact(async (lab) => {
  const path = ownTokenPath(await spareToken(lab))
  return await lab.send({ method: 'DELETE', path: vaultPath(lab, path) })
})
