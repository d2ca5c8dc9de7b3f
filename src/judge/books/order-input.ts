/** An order as a shop writes it. Amounts are in cents; refunds are not deducted from `paid`. */
export interface OrderInput {
  readonly reference?: string | undefined
  /** If each attempt has its own reference. */
  readonly references?: readonly string[] | undefined
  readonly audit?: number | undefined
  readonly audits?: readonly number[] | undefined
  /** May be left out if all payments are of one merchant. */
  readonly merchant?: number | undefined
  readonly paid: number
  readonly refunded?: number | undefined
  readonly held?: number | undefined
  /** Debits and refunds that wait for the bank. */
  readonly pending?: number | undefined
  readonly currency?: string | undefined
  /** Any text, shown in findings: `cancelled`. */
  readonly state?: string | undefined
}
