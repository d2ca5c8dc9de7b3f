import { moneyText } from '../../domain/money.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'

/** What a piece of text means, in the terminal as on the pages: `calm` is ordinary. */
export type Meaning = PlainMeaning | 'quiet'

export type PlainMeaning = 'good' | 'calm' | 'warn' | 'bad'

/** What a field holds; the terminal and the pages each draw it in their way. Empty is not shown. */
export type Held =
  | string
  | number
  | null
  | undefined
  | {
      readonly is: 'money'
      readonly cents: number
      readonly currency: string
      /** After it, in brackets. */
      readonly more?: string
    }
  | {
      readonly is: 'instant'
      readonly at: string
      /** What a terminal shows in a list. */
      readonly part?: 'date' | 'time'
      /** Real time, where `at` is the sandbox's. */
      readonly real?: string
    }
  | { readonly is: 'date'; readonly date: string }
  | { readonly is: 'status'; readonly status: TransactionStatus; readonly more?: string }
  | {
      readonly is: 'words'
      readonly text: string
      /** Where there is little room. */
      readonly short?: string
      readonly brief?: string
      readonly meaning?: Meaning
      /** After it, in square brackets. */
      readonly rules?: readonly string[]
    }
  | {
      readonly is: 'payer'
      readonly account: string
      readonly card_type: string | null
      readonly method: 'card' | 'direct_debit'
    }
  /** Something with its own page, or its own command. */
  | {
      readonly is: 'link'
      readonly to: 'transactions' | 'requests' | 'payments'
      readonly id: number | string
      /** Before the id, in a list. */
      readonly before?: string | null
    }
  | { readonly is: 'rules'; readonly rules: readonly string[]; readonly more?: string }
  /** A request: its operation, or its method and path. */
  | {
      readonly is: 'call'
      readonly text: string
      readonly isPath: boolean
      readonly sender?: string | undefined
      /** In a list of several worlds. */
      readonly world?: string | undefined
    }
  /** A fact for each. */
  | { readonly is: 'members'; readonly members: Readonly<Record<string, string>> }
  | { readonly is: 'span'; readonly ms: number }
  | { readonly is: 'count'; readonly count: number }
  /** A word of the API: `standalone_refund`. */
  | { readonly is: 'name'; readonly name: string | null }
  /** An id, a code or an address, which is read letter by letter. */
  | { readonly is: 'code'; readonly text: string | null }

/** How a field is drawn as a column. */
interface ColumnForm {
  /** Leads to the page of its row. */
  readonly isKey?: true
  readonly align?: 'right'
  /** `text` may take several lines, `reference` too, and stands out. */
  readonly room?: 'text' | 'reference'
  /** Left out if there is no room: 1 first, and 2 on pages alone. */
  readonly drop?: 1 | 2
  /** Left out in a terminal that would need two lines for a row. */
  readonly isSpare?: true
  /** On a phone, where a row has several lines, after its heading or on a separate line. */
  readonly phone?: 'named' | 'own-line'
  /** Headed by the currency in a terminal, if all rows have the same. */
  readonly isHeadedByCurrency?: true
  readonly only?: Display
}

export type Display = 'terminal' | 'pages'

/**
 * A field of a resource: a column of its lists, a fact of one entry, or both. The tables and facts of
 * the terminal and of the pages derive from it.
 */
export interface ResourceField<Listed, Whole = Listed> {
  readonly label: string
  /** Of an entry in a list as of the whole one. */
  readonly value?: (row: Listed | Whole) => Held
  /** Of an entry in a list alone, or there something else. */
  readonly listed?: (row: Listed) => Held
  /** Of the whole one alone, or there something else. */
  readonly whole?: (row: Whole) => Held
  /** Left out: not in tables. */
  readonly column?: ColumnForm
  /** Where it is a fact; left out: everywhere. */
  readonly factIn?: Display
  /** What a fact says if there is nothing; left out: the fact is missing. */
  readonly none?: string
}

/** A field as a column of a table. */
export interface ResourceColumn<Listed> extends ColumnForm {
  readonly label: string
  readonly held: (row: Listed) => Held
}

/** The columns of a list. */
export function columnsIn<Listed, Whole>(
  display: Display,
  fields: readonly ResourceField<Listed, Whole>[],
): readonly ResourceColumn<Listed>[] {
  return fields.flatMap(({ label, value, listed = value, column }) => {
    if (column === undefined || listed === undefined) return []
    const { only = display } = column
    return only === display ? [{ ...column, label, held: listed }] : []
  })
}

/** The facts of one entry, without those that it does not have. */
export function factsIn<Listed, Whole>(
  display: Display,
  fields: readonly ResourceField<Listed, Whole>[],
  row: Whole,
): readonly (readonly [label: string, held: Held])[] {
  return fields.flatMap(({ label, value, whole = value, factIn = display, none = '' }) => {
    if (whole === undefined || factIn !== display) return []
    const held = whole(row)
    if (typeof held === 'object' && held?.is === 'members') {
      return Object.entries(held.members).map(([key, text]) => [`${label} ${key}`, text] as const)
    }
    const shown = plainText(held) === '' ? none : held
    return shown === '' ? [] : [[label, shown] as const]
  })
}

/** An amount; nothing if there is none. */
export function heldMoney(cents: number | null | undefined, currency: string): Held {
  return cents === null || cents === undefined ? null : { is: 'money', cents, currency }
}

/** A moment; nothing if there is none. */
export function heldInstant(at: string | null | undefined, part?: 'date' | 'time'): Held {
  return at ? { is: 'instant', at, ...(part && { part }) } : null
}

/** A moment as `2026-11-25T09:00:00+11:00`, `11-25 09:00:00` or `11-25 09:00`, as there is room. */
export function heldMoment(at: string): Held {
  const text = sydneyIso(Date.parse(at), 'seconds')
  const short = text.slice(5, 19).replace('T', ' ')
  return { is: 'words', text, short, brief: short.slice(0, 11) }
}

/** What a field holds, as one text to compare. */
export function plainText(held: Held): string {
  if (typeof held !== 'object' || held === null) return String(held ?? '')
  switch (held.is) {
    case 'money':
      return moneyText(held.cents, held.currency)
    case 'instant':
      return held.at
    case 'date':
      return held.date
    case 'status':
      return held.status
    case 'name':
      return held.name ?? ''
    case 'words':
    case 'code':
    case 'call':
      return held.text ?? ''
    case 'payer':
      return held.account
    case 'link':
      return String(held.id)
    case 'rules':
      return held.rules.join(' ')
    case 'members':
      return JSON.stringify(held.members)
    case 'span':
      return String(held.ms)
    case 'count':
      return String(held.count)
  }
}
