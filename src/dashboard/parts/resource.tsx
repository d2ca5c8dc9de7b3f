import type { Child } from 'hono/jsx'
import { capitalised, numberText, spanText } from '../../base/text/counted.ts'
import {
  columnsIn,
  factsIn,
  type Held,
  plainText,
  type ResourceColumn,
  type ResourceField,
} from '../../control/fields/field.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { type RuleLines, RuleLinks, ruleText } from '../words/rule.tsx'
import { dateText, dateTimeText, dayOf, exactClockTime, listTime } from '../words/time.ts'
import { MarkedWord, statusLook } from './mark.tsx'
import { type Column, rowLink, type ShownFact } from './table.tsx'
import { Amount, Clamped, Unbroken } from './text.tsx'

interface ListContext<Listed> {
  /** Where its links lead, by the world of the row. */
  readonly linkBase: (row: Listed) => Pick<Visit, 'prefix'>
  /** The page of a row. */
  readonly page?: (row: Listed) => string
  /** A time of this day has no date. */
  readonly today?: string | undefined
}

/** The columns of a list. */
export function resourceColumns<Listed>(
  fields: readonly ResourceField<Listed, never>[],
  { linkBase, page, today }: ListContext<Listed>,
): readonly Column<Listed>[] {
  return columnsIn('pages', fields).map((column) => {
    const { label, held, isKey } = column
    const cell = (row: Listed) => {
      const value = held(row)
      if (isKey && page) return rowLink(page(row), plainText(value))
      return shownHeld(value, { linkBase: linkBase(row), list: { column, today } })
    }
    return [capitalised(label), cell, lookOf(column), (row) => hintOf(held(row))]
  })
}

/** How a column looks, as the style sheet calls it. */
function lookOf<Listed>({ align, room, drop, phone, isKey }: ResourceColumn<Listed>): string {
  const width = room === undefined ? (isKey ? '' : 'tight') : room === 'text' ? 'long' : room
  return [align === 'right' ? 'number' : width, phone, drop && `drop-${drop}`]
    .filter(Boolean)
    .join(' ')
}

function hintOf(held: Held): string | undefined {
  if (typeof held !== 'object' || held?.is !== 'instant') return undefined
  const { at, real } = held
  return real === undefined ? dateTimeText(at) : `${dateTimeText(at)}; real time ${real}`
}

interface FactContext<Whole> {
  /** Where its links lead; undefined if that no longer exists. */
  readonly linkBase: Pick<Visit, 'prefix'> | undefined
  /** Another one of its kind, to mark the differences. */
  readonly against?: Whole | undefined
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  readonly rulesAt?: Pick<Visit, 'prefix'> | undefined
}

/** The facts of one entry. */
export function shownFacts<Whole>(
  fields: readonly ResourceField<never, Whole>[],
  row: Whole,
  { linkBase, against, lines, rulesAt = linkBase }: FactContext<Whole>,
): readonly ShownFact[] {
  const others = against && new Map(factsIn('pages', fields, against))
  return factsIn('pages', fields, row).map(([label, held]) => {
    const isRules = typeof held === 'object' && held?.is === 'rules'
    const shown = shownHeld(held, { linkBase: isRules ? rulesAt : linkBase, lines })
    const isSame = others === undefined || !isMarked(held, others.get(label))
    const hint = typeof held === 'object' && held?.is === 'instant' && held.real
    return [
      capitalised(label),
      isSame ? shown : <mark class="differs">{shown}</mark>,
      hint ? { title: `real time ${hint}` } : {},
    ]
  })
}

/** Each takes place at its own time, and takes its own. */
function isMarked(held: Held, other: Held): boolean {
  if (typeof held === 'object' && (held?.is === 'instant' || held?.is === 'span')) return false
  return plainText(held) !== plainText(other)
}

interface HeldContext {
  readonly linkBase: Pick<Visit, 'prefix'> | undefined
  readonly lines?: RuleLines | undefined
  /** Set in a list, where there is less room. */
  readonly list?: { readonly column: ResourceColumn<never>; readonly today: string | undefined }
}

function shownHeld(held: Held, { linkBase, lines, list }: HeldContext): Child {
  if (typeof held !== 'object' || held === null) {
    const text = String(held ?? '')
    switch (list?.column.room) {
      case 'text':
        return <Clamped text={text} />
      case 'reference':
        return <Unbroken text={text} class="tight lengthy" />
      default:
        return text
    }
  }
  switch (held.is) {
    case 'money':
      return (
        <>
          <Amount cents={held.cents} currency={held.currency} />
          {held.more && ` (${held.more})`}
        </>
      )
    case 'instant':
      return list ? listTime(held.at, dayOf(held.at) === list.today) : momentText(held)
    case 'date':
      return dateText(held.date)
    case 'status':
      return <MarkedWord look={statusLook(held.status)}>{held.status}</MarkedWord>
    case 'words':
      return <span class={held.meaning}>{held.text}</span>
    case 'payer':
      return <Account of={held} />
    case 'link': {
      const { to, id, before } = held
      const words = to === 'payments' ? 'payment' : before === undefined ? id : `${before} ${id}`
      return linkBase ? <a href={pageAddress(linkBase, `/${to}/${id}`)}>{words}</a> : words
    }
    case 'rules': {
      const { rules, more } = held
      const links = linkBase ? (
        <RuleLinks visit={linkBase} rules={rules} lines={lines} isShort={list !== undefined} />
      ) : (
        rules.map(ruleText).join(', ')
      )
      return more ? (
        <p>
          {links}
          {more}
        </p>
      ) : (
        links
      )
    }
    case 'call':
      return (
        <>
          {held.isPath ? (
            <Clamped text={held.text} isPath />
          ) : (
            <span class="tight">{held.text}</span>
          )}{' '}
          {held.sender && <span class="tag">{held.sender}</span>}
        </>
      )
    case 'members':
      return JSON.stringify(held.members)
    case 'span':
      return spanText(held.ms)
    case 'count':
      return numberText(held.count)
    case 'name':
      return held.name?.replaceAll('_', ' ')
    case 'code':
      return (
        <span class="mono">
          <Unbroken text={held.text ?? ''} />
        </span>
      )
  }
}

/** With milliseconds where requests may be close to each other. */
function momentText({ at, real }: { readonly at: string; readonly real?: string }): string {
  return real === undefined ? dateTimeText(at) : `${dateTimeText(at)}${exactClockTime(at).slice(8)}`
}

type Payer = { readonly account: string; readonly card_type: string | null }

/** `visa 411111...1111`, or a bank account. */
export function Account({ of: { card_type, account } }: { of: Payer }) {
  return (
    <>
      {card_type ?? 'account'} <span class="mono tight">{account}</span>
    </>
  )
}
