import { Recent } from '../../../base/recent.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Customer, Token } from '../../../domain/vault-records.ts'
import { CustomerIndex } from './indexes/customer-index.ts'
import { TokenIndex } from './indexes/token-index.ts'
import {
  keyOf,
  parseTransaction,
  TransactionIndex,
  transactionHead,
} from './indexes/transaction-index.ts'
import {
  type Image,
  imageOf,
  type Loader,
  type RowChange,
  type RowKey,
  type RowTable,
  type TableName,
  type Tables,
} from './medium.ts'

/** Rows numbered without gaps from a first key; only the last can be removed. */
class NumberedTable implements RowTable<number> {
  readonly #first: number
  readonly #lines: string[] = []

  constructor(first: number) {
    this.#first = first
  }

  get size(): number {
    return this.#lines.length
  }

  get next(): number {
    return this.#first + this.#lines.length
  }

  get(key: number): string | undefined {
    return this.#lines[key - this.#first]
  }

  set(key: number, line: string): void {
    const index = key - this.#first
    if (index < 0 || index > this.#lines.length) {
      throw new Error(`Row ${key} does not follow row ${this.next - 1}`)
    }
    this.#lines[index] = line
  }

  delete(key: number): void {
    if (key !== this.next - 1) throw new Error(`Row ${key} is not the last one`)
    this.#lines.pop()
  }

  values(): readonly string[] {
    return this.#lines
  }

  keys(): readonly number[] {
    return this.#lines.map((_, i) => this.#first + i)
  }
}

export const FIRST_AUDIT = 1_000_001

/** Everything a world stores, in memory, with an index for every kind of search. */
export class Records implements Omit<Loader, 'untrusted' | 'logged'> {
  readonly transactionIndex = new TransactionIndex()
  readonly customerIndex = new CustomerIndex()
  readonly tokenIndex = new TokenIndex()
  readonly #transactions = new NumberedTable(FIRST_AUDIT)
  /** Those read lately, by their lines: parsing is a tenth of a lookup, and a changed row has another line. */
  readonly #read = new Recent<string, Transaction>()
  /** The rows; change them only by `apply`, `load` and `remove`, which keep the indexes. */
  readonly tables: Tables = {
    meta: new Map<RowKey, string>(),
    rules: new Map<RowKey, string>(),
    customers: new Map<RowKey, string>(),
    tokens: new Map<RowKey, string>(),
    transactions: this.#transactions as RowTable,
    slow_responses: new Map<RowKey, string>(),
    kept_responses: new Map<RowKey, string>(),
  }

  get nextAudit(): number {
    return this.#transactions.next
  }

  /** When the latest transaction was made or moved; 0 if there is none. */
  get latestInstant(): Instant {
    const latest = this.transaction(this.nextAudit - 1)
    return Math.max(latest?.createdAt ?? 0, latest?.moves?.at(-1)?.at ?? 0)
  }

  size(table: TableName): number {
    return this.tables[table].size
  }

  transaction(audit: number): Transaction | undefined {
    const line = this.#transactions.get(audit)
    if (line === undefined) return undefined
    const known = this.#read.get(line)
    if (known !== undefined) return known
    const transaction = parseTransaction(line)
    this.#read.set(line, transaction)
    return transaction
  }

  customer(id: number): Customer | undefined {
    return parsed<Customer>(this.tables.customers.get(id))
  }

  token(id: number): Token | undefined {
    return parsed<Token>(this.tables.tokens.get(id))
  }

  line(table: TableName, key: RowKey): string | undefined {
    return this.tables[table].get(key)
  }

  lines(table: TableName): readonly string[] {
    return [...this.tables[table].values()]
  }

  keys(table: TableName): readonly RowKey[] {
    return [...this.tables[table].keys()]
  }

  /** Applies changes; returns those that undo them. */
  apply(changes: readonly RowChange[]): readonly RowChange[] {
    const inverse: RowChange[] = []
    for (const { table, key, line, head } of changes) {
      const before = this.tables[table].get(key)
      if (line === undefined) this.#take(table, key, before)
      else this.#put(table, key, { line, before, head })
      inverse.push({ table, key, line: before })
    }
    return inverse.reverse()
  }

  load(table: TableName, line: string): void {
    const key = keyOf(table, line)
    this.#put(table, key, { line, before: this.tables[table].get(key) })
  }

  remove(table: TableName, key: RowKey): void {
    this.#take(table, key, this.tables[table].get(key))
  }

  image(): Image {
    return imageOf(this.tables)
  }

  #put(table: TableName, key: RowKey, { line, before, head }: PutLine): void {
    this.tables[table].set(key, line)
    if (table === 'transactions') {
      const earlier = before === undefined ? undefined : transactionHead(before)
      this.transactionIndex.put(head ?? transactionHead(line), earlier)
    } else if (table === 'customers') {
      this.customerIndex.put(parse<Customer>(line), parsed<Customer>(before))
    } else if (table === 'tokens') {
      this.tokenIndex.put(parse<Token>(line), parsed<Token>(before))
    }
  }

  #take(table: TableName, key: RowKey, before: string | undefined): void {
    if (before === undefined) return
    this.tables[table].delete(key)
    if (table === 'transactions') this.transactionIndex.remove(transactionHead(before))
    else if (table === 'customers') this.customerIndex.remove(parse<Customer>(before))
    else if (table === 'tokens') this.tokenIndex.remove(parse<Token>(before))
  }
}

interface PutLine {
  readonly line: string
  readonly before: string | undefined
  readonly head?: RowChange['head'] | undefined
}

function parsed<T>(line: string | undefined): T | undefined {
  return line === undefined ? undefined : parse<T>(line)
}

// The cast is safe: lines are made from records of this type, and lines from files are checked.
function parse<T>(line: string): T {
  return JSON.parse(line) as T
}
