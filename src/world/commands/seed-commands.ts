import { nextTurn } from '../../document/in-batches.ts'
import { virtualPan } from '../../domain/card/card.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import { problem } from '../../domain/problem.ts'
import type { Customer, Token } from '../../domain/vault.ts'
import { loadCustomerNames, seedCustomers } from '../../seed/customers.ts'
import type { SeedContext, SeedPart } from '../../seed/seed-context.ts'
import type { RowChange } from '../records/medium.ts'
import { lastIds, metaChange } from '../records/meta.ts'
import type { Records } from '../records/records.ts'
import { transactionChange } from '../transaction-moves.ts'
import type { World } from '../world.ts'

/** How many records of each kind to create, all for this merchant. */
export interface SeedRequest {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** What was created, and with which seed. */
export type Seeded = Required<SeedRequest>

/** Lets the caller watch and stop a long seed. */
export interface SeedWatch {
  /** Called after each step with the number of records created so far. */
  readonly progress?: (done: number, total: number) => void
  /** Ends the seed when the server stops. */
  readonly stopping?: AbortSignal
}

const MERCHANT = 1

const usualData = { customers: 25, tokens: 40, transactions: 200 }
const noData = { customers: 0, tokens: 0, transactions: 0 }

/** Records per commit. No request runs during a step, so it must be short. */
const STEP = 500

/** Creates realistic data in small steps, so that the world can handle requests in between. */
export async function seedWorld(
  world: World,
  request: SeedRequest,
  watch: SeedWatch = {},
): Promise<Seeded> {
  const asked = withDefaults(world, request)
  const total = asked.customers + asked.tokens + asked.transactions
  const context = world.run((present) => seedContext(world, present, asked.seed))
  const seeding = new Seeding(world, context, { ...watch, total })
  const customers = await seeding.customers(asked.customers)
  const tokens = await seeding.tokens(asked.tokens, customers)
  await seeding.transactions(asked.transactions, tokens)
  return asked
}

function withDefaults(world: World, request: SeedRequest): Seeded {
  const { seed = world.seed, ...asked } = request
  // If the caller names any count, only the named kinds are created.
  const usual = Object.keys(asked).length === 0 ? usualData : noData
  return { ...usual, ...asked, seed }
}

function seedContext(world: World, context: CommandContext, seed: number): SeedContext {
  const { merchant: find, fingerprint } = world.environment
  const merchant = find(MERCHANT)
  if (merchant === undefined) {
    throw problem('forbidden_merchant', `Seeding needs merchant ${MERCHANT}, which is not listed`)
  }
  return { ...context, seed, merchant, fingerprint }
}

class Seeding {
  readonly #world: World
  readonly #records: Records
  readonly #context: SeedContext
  readonly #watch: SeedWatch & { readonly total: number }
  #done = 0

  constructor(world: World, context: SeedContext, watch: SeedWatch & { readonly total: number }) {
    this.#world = world
    this.#records = world.records
    this.#context = context
    this.#watch = watch
  }

  async customers(count: number): Promise<readonly Customer[]> {
    if (count === 0) return []
    const names = await loadCustomerNames()
    const world = this.#world
    const made: Customer[] = []
    await this.#inSteps(count, (part) => {
      const ids = lastIds(world.records)
      const isTaken = (reference: string) =>
        world.records.customerIndex.byReference(MERCHANT, reference) !== undefined
      const some = seedCustomers(part, { firstId: ids.customer + 1, isTaken, names }, this.#context)
      made.push(...some)
      const changes = some.map((row): RowChange => ({ table: 'customers', ...keyed(row) }))
      return [...changes, metaChange('ids', { ...ids, customer: ids.customer + part.count })]
    })
    return made
  }

  async tokens(count: number, customers: readonly Customer[]): Promise<readonly Token[]> {
    if (count === 0) return []
    const { seedTokens } = await import('../../seed/tokens.ts')
    const world = this.#world
    const made: Token[] = []
    await this.#inSteps(count, (part) => {
      const ids = lastIds(world.records)
      const numbers = {
        firstId: ids.token + 1,
        owners: ownersIn(world, customers),
        isTaken: (customer: number, name: string) =>
          world.records.tokenIndex.byName(customer, name) !== undefined,
        virtualPan: (id: number) => freshVirtualPan(world, this.#context, id),
      }
      const some = seedTokens(part, numbers, this.#context)
      made.push(...some)
      const changes = some.map((row): RowChange => ({ table: 'tokens', ...keyed(row) }))
      return [...changes, metaChange('ids', { ...ids, token: ids.token + part.count })]
    })
    return made
  }

  async transactions(total: number, tokens: readonly Token[]): Promise<void> {
    if (total === 0) return
    const { seedHistory } = await import('../../seed/history.ts')
    await this.#inSteps(total, (part) => {
      const firstAudit = this.#world.records.nextAudit
      const some = seedHistory({ ...part, total, firstAudit, tokens }, this.#context)
      return some.map(transactionChange)
    })
  }

  /** Each step reads and commits without an await, so requests between steps cannot corrupt it. */
  async #inSteps(
    total: number,
    changesOf: (part: SeedPart) => readonly RowChange[],
  ): Promise<void> {
    // Loading the code of the first step may have taken a long turn.
    await nextTurn()
    for (let first = 0; first < total; first += STEP) {
      const part = { first, count: Math.min(STEP, total - first) }
      this.#step(() => this.#world.commit(changesOf(part)))
      await this.#world.pause()
      this.#done += part.count
      this.#watch.progress?.(this.#done, this.#watch.total)
    }
    this.#step(() => undefined)
  }

  #step(work: () => void): void {
    this.#world.run(() => {
      this.#refuseIfOver()
      work()
    })
  }

  /** A seed ends when its world is reset or replaced: the records that it builds on are gone. */
  #refuseIfOver(): void {
    if (this.#world.records !== this.#records) {
      const message = 'Seeding stopped: its world was reset or replaced meanwhile'
      throw problem('invalid_world', message)
    }
    if (!this.#watch.stopping?.aborted) return
    const made = `${this.#done} of ${this.#watch.total} records`
    throw problem('internal_error', `Seeding stopped with the sandbox: ${made} were created`)
  }
}

function keyed(row: Customer | Token): { readonly key: number; readonly line: string } {
  return { key: row.id, line: JSON.stringify(row) }
}

/** The new customers if there are any, else the merchant's existing ones. */
function ownersIn({ records }: World, customers: readonly Customer[]): readonly Customer[] {
  const owners =
    customers.length === 0
      ? records.customerIndex
          .page(MERCHANT, { ...wholePage, limit: 1000 })
          .items.flatMap((id) => records.customer(id) ?? [])
      : customers.filter(({ id }) => records.line('customers', id) !== undefined)
  if (owners.length > 0) return owners
  throw problem('out_of_range', 'Tokens need customers, and there are none', 'seeded_tokens')
}

const wholePage = {
  ordering: 'customer_id',
  name: undefined,
  reference: undefined,
  offset: 0,
} as const

/** Derived from the seed, so that the same seed gives the same number unless it is in use. */
function freshVirtualPan(world: World, { seed, assumptions }: SeedContext, id: number): string {
  const own = virtualPan(seed, id, assumptions)
  if (world.records.tokenIndex.byVirtualPan(own) === undefined) return own
  return virtualPan(world.seed, id, assumptions)
}
