import { fillPath } from '../../../../http/paths.ts'
import { act, completing, refunding } from '../../lab/actions.ts'
import { auditOf, CannotTell, complaintsOf, type LabExchange } from '../../lab/exchange.ts'
import type { Lab } from '../../lab/lab.ts'
import { approvedOf, preauthorising, purchasing } from '../../lab/openings.ts'
import { paymentBody, targetBody } from '../../lab/payments.ts'
import { completedOut } from '../limits.ts'
import { type ProbeTable, probe, refusalProbe, seen } from '../probe.ts'
import { cardCurrencies, repeatedPurchase } from '../requests.ts'
import { voidedTwice } from '../wording.ts'

/** Requests that the rules forbid. */
export const ruleCodes = {
  'error_codes.currency_mismatch': refusalProbe('A refund in another currency.', otherCurrency),
  'error_codes.duplicate_correlation_id': refusalProbe(
    'Another purchase with the same correlation id.',
    async (lab) => (await repeatedPurchase(lab)).other,
  ),
  'error_codes.correlation_id_in_progress': probe(
    'Four purchases at once with one correlation id, up to six times.',
    inProgress,
  ),
  'error_codes.not_completable': refusalProbe('A purchase is completed.', async (lab) => {
    const { path } = await completing(lab)
    return await act(lab, path, (await purchasing(lab)).audit)
  }),
  'error_codes.already_completed': refusalProbe(
    'A preauthorisation is completed once too often.',
    async (lab) => (await completedOut(lab)).refused,
  ),
  'error_codes.amount_exceeds_preauthorisation': refusalProbe(
    'A completion of more than what is held.',
    async (lab) => {
      const { path } = await completing(lab)
      const { audit } = await approvedOf(lab, await preauthorising(lab))
      return await act(lab, path, audit, '200')
    },
  ),
  'error_codes.not_refundable': refusalProbe('A voided purchase is refunded.', async (lab) => {
    const { path } = await refunding(lab)
    const { made } = await voidedTwice(lab)
    return await act(lab, path, made.audit)
  }),
  'error_codes.refund_exceeds_original': refusalProbe(
    'A refund of more than was paid.',
    async (lab) => {
      const { path } = await refunding(lab)
      const { audit } = await approvedOf(lab, await purchasing(lab))
      return await act(lab, path, audit, '200')
    },
  ),
  'error_codes.not_voidable': refusalProbe(
    'A purchase is voided twice.',
    async (lab) => (await voidedTwice(lab)).again,
  ),
} satisfies ProbeTable

async function otherCurrency(lab: Lab): Promise<LabExchange> {
  const { path } = await refunding(lab)
  const { accepted, by } = await cardCurrencies(lab)
  const currency = accepted.find((one) => one !== lab.paymentDefaults.currency)
  if (currency === undefined) throw new CannotTell('there is no second currency', by)
  const { audit } = await approvedOf(lab, await purchasing(lab))
  const body = targetBody(lab, { currency })
  return await lab.post(fillPath(path, { audit }), body)
}

const TWINS = 4
const MOST_ROUNDS = 6

/** A second request while the first is under way may get another code than one that comes later. */
async function inProgress(lab: Lab) {
  const { path } = await purchasing(lab)
  const { other } = await repeatedPurchase(lab)
  const usual = complaintsOf(other)[0]?.code
  const ask = { method: 'POST', path, body: paymentBody(lab) } as const
  const all: LabExchange[] = []
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const id = `calibrate-${lab.run}-at-once-${round}`
    const answers = await lab.sendTogether(ask, id, TWINS)
    for (const answer of answers) {
      const [complaint] = answer.status === 409 ? complaintsOf(answer) : []
      if (complaint !== undefined && complaint.code !== usual) return seen(complaint.code, answer)
    }
    const audits = new Set(answers.map(auditOf))
    audits.delete(undefined)
    if (audits.size > 1) throw new CannotTell('all of them were paid', answers)
    all.push(...answers)
  }
  throw new CannotTell('the first one was done before the others arrived', all)
}
