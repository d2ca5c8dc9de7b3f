import { vi } from 'vitest'
import type { RequestListResponse } from '../../../src/control/contract/calls/requests.ts'
import type { TransactionsResponse } from '../../../src/control/contract/calls/transactions.ts'
import { PATIENCE } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import type { Judged } from './judged.ts'
import { RandomClient } from './random-client.ts'
import type { RandomTest } from './random-payment.ts'

/** Plays tests, one after the other, and notes what the records say before each is over. */
export class RandomRun {
  readonly #judged: Judged
  readonly #isCareful: boolean
  /** What was done more often than it was meant: `purchase order-3`. */
  readonly doubled: string[] = []
  #orders = 0

  constructor(judged: Judged, isCareful: boolean) {
    this.#judged = judged
    this.#isCareful = isCareful
  }

  async play({ payments, pause, ending }: RandomTest): Promise<void> {
    const clients = payments.map((payment) => {
      this.#orders += 1
      const reference = `order-${this.#orders}`
      return new RandomClient(this.#judged.sandbox.url, payment, {
        reference,
        isCareful: this.#isCareful,
      })
    })
    const worlds = [...new Set(clients.map(({ world }) => world))].map(
      (world) => new ControlClient(this.#judged.sandbox.url, world),
    )
    await Promise.all(clients.map((client) => client.pay()))
    for (const world of worlds) await world.post('/clock/advance', { by: pause })
    await Promise.all(clients.map((client) => client.followUp()))
    // What is still undecided gets its final status.
    for (const world of worlds) await world.post('/clock/advance', { by: '2h' })
    for (const world of worlds) await written(world)
    const references = new Set(clients.map(({ reference }) => reference))
    for (const world of worlds) this.doubled.push(...(await doubledIn(world, references)))
    for (const world of new Set(clients.map(({ world }) => world))) await this.#end(world, ending)
  }

  async #end(world: string, ending: RandomTest['ending']): Promise<void> {
    const control = new ControlClient(this.#judged.sandbox.url, world)
    if (ending === 'reset') await control.post('/reset', { label: `after ${this.#orders}` })
    if (ending === 'import') await control.put('/state', (await control.get('/state')).text)
    if (ending === 'snapshot') {
      await control.put('/snapshots/here')
      await control.post('/snapshots/here/restore')
    }
    if (ending === 'removal' && world !== 'default') {
      await this.#judged.control.delete(`/worlds/${world}`)
    }
  }
}

/** Until all is over that a slow bank still works on, and nobody may wait for any more. */
async function written(world: ControlClient): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await world.get<RequestListResponse>('/requests')
    if (body.waiting !== undefined) throw new Error(`Not over: ${JSON.stringify(body.waiting)}`)
  }, PATIENCE)
}

/** By the records alone: what moved money more than once with one reference, given back or not. */
async function doubledIn(
  world: ControlClient,
  references: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { body } = await world.get<TransactionsResponse>('/transactions?limit=200')
  const counts = new Map<string, number>()
  for (const { operation, reference, status } of body.transactions) {
    const hasMoved = status === 'approved' || status === 'pending' || status === 'voided'
    if (operation === 'void' || !hasMoved || !references.has(reference)) continue
    const key = `${operation} ${reference}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).map(([key]) => key)
}
