/** A payment that the page makes for its reader. */
export interface Making {
  readonly key: string
  readonly label: string
  readonly hint: string
  /** What it is called when it has been made. */
  readonly what: string
  /** The bank account to debit; undefined: a card pays. */
  readonly bsb?: string
}

const purchase: Making = {
  key: 'card',
  label: 'Make a purchase for me',
  hint: 'A purchase by card, approved unless something is armed',
  what: 'A purchase',
}

export const makings: readonly Making[] = [
  purchase,
  {
    key: 'debit',
    label: 'Make a direct debit',
    hint: 'Pending at first; it clears some banking days later',
    what: 'A direct debit',
    bsb: '062-000',
  },
  {
    key: 'returned-debit',
    label: 'Make a debit that is returned',
    hint: 'Pending at first; its bank sends it back some banking days later',
    what: 'A direct debit',
    bsb: '032-056',
  },
]

export function makingOf(key: string | undefined): Making {
  return makings.find((one) => one.key === key) ?? purchase
}
