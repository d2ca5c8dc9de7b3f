import { currencies } from '../../../domain/money.ts'
import { acceptedCurrencies } from '../lab/accounts.ts'
import { auditOf, CannotTell, complainsOf, isOk } from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import { reportsEveryFault, sendPurchase, tryPurchase } from '../lab/openings.ts'
import { never, type Observation, type ProbeTable, probe, seen } from './probe.ts'

export const requestProbes = {
  duplicate_correlation_id: probe('A purchase is sent twice with one id.', async (lab) => {
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
  browser_calls: probe('A search with an Origin header.', async (lab) => {
    const { plain, asPage } = await askedAsPage(lab)
    if (asPage.status === 403) return seen('refuse', plain, asPage)
    if (asPage.status === plain.status) return seen('allow', plain, asPage)
    throw new CannotTell(`it was answered with ${asPage.status}`, [plain, asPage])
  }),
  currencies: probe(
    'Every ISO 4217 currency, none of it paid.',
    async (lab): Promise<Observation> => {
      const { accepted, by } = await cardCurrencies(lab)
      return seen(accepted.length === currencies.size ? 'any' : accepted, ...by)
    },
  ),
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
  return await acceptedCurrencies((currency) =>
    tryPurchase(lab, {
      about: `in ${currency}`,
      payment: { currency },
      isRefusal: (exchange) => complainsOf(exchange, 'currency'),
    }),
  )
})

export const oneByOne = `this gateway tells one error at a time, so that each of ${currencies.size} currencies would take a payment`
