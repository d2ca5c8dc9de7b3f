import type { Visit } from '../../http/pages/visit.ts'
import { ControlRefusal } from '../control-call.ts'
import { Field } from '../layout/form.tsx'
import type { Frame } from '../layout/frame.ts'
import { pageAddress, sameAddress } from '../words/address.ts'
import { dateTimeText, readInstant } from '../words/time.ts'

type Choice = readonly [value: string, words: string]

/** Something that a list can be narrowed down by; its name is the control API's. */
export interface FilterField {
  readonly name: string
  readonly label: string
  /** Values to choose from, with their words; undefined: to be typed. */
  readonly choices?: readonly Choice[]
  readonly size?: number
  readonly placeholder?: string
  /** What to type, in place of the control API's words. */
  readonly advice?: string
  /** Links lead to it, and there is no field for it. */
  readonly isHidden?: true
}

const advice = 'Must be a time, such as 12:01:03 or 2026-03-10 12:01'

/** The fields that name a payment, and a span of time. */
export const paymentFields: readonly FilterField[] = [
  { name: 'reference', label: 'Reference', size: 12 },
  { name: 'correlation_id', label: 'Correlation id', size: 12 },
  { name: 'amount', label: 'Amount in cents', size: 7, placeholder: '4995' },
  { name: 'card', label: 'Card ends in', size: 4, placeholder: '1111' },
  { name: 'since', label: 'From', size: 8, placeholder: '12:01:03', advice },
  { name: 'until', label: 'To', size: 8, placeholder: '12:05', advice },
]

/** Words to choose from, as they are. */
export function choicesOf(names: readonly string[]): readonly Choice[] {
  return names.map((name) => [name, name.replaceAll('_', ' ')])
}

type FilterQuery = Readonly<Record<string, string>>

/** These values of the address that are not empty. */
export function givenValues({ given }: Visit, names: readonly string[]): FilterQuery {
  const values = names.map((name) => [name, given[name]?.trim()] as const)
  return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** What the address asks for, as the control API reads it. */
export function filterQuery({ visit, clock }: Frame, fields: readonly FilterField[]): FilterQuery {
  const query = givenValues(
    visit,
    fields.map(({ name }) => name),
  )
  const { since, until } = query
  return {
    ...query,
    ...(since !== undefined && { since: readInstant(since, clock.now).from }),
    ...(until !== undefined && { until: readInstant(until, clock.now).to }),
  }
}

/** What is wrong with a filter, by the name of its field. */
export type FilterErrors = Readonly<Record<string, string>>

/** The list that was asked for, or what is wrong with the filter. */
export async function listedOrWrong<List>(
  list: Promise<List>,
): Promise<{ readonly list?: List; readonly errors: FilterErrors }> {
  try {
    return { list: await list, errors: {} }
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.status !== 422) throw error
    const errors = error.errors.map(({ location, error_message }) => [
      location.at(-1),
      error_message,
    ])
    return { errors: Object.fromEntries(errors) }
  }
}

interface FilterProps {
  readonly visit: Visit
  readonly path: string
  readonly fields: readonly FilterField[]
  readonly errors: FilterErrors
}

/** The fields of a list's filter, each with what is wrong with its value. */
export function FilterForm({ visit, path, fields, errors }: FilterProps) {
  const others = fields.filter(({ name, isHidden }) => isHidden && visit.query[name])
  return (
    <form method="get" action={pageAddress(visit, path)} class="fields" id="filter">
      {others.map(({ name }) => (
        <input type="hidden" name={name} value={visit.query[name]} />
      ))}
      {fields.map(({ name, label, choices, size, placeholder, advice: hint, isHidden }) => {
        if (isHidden) return null
        const error = errors[name] && (hint ?? errors[name])
        const shown = { name, label, value: visit.query[name] ?? '', error }
        return choices === undefined ? (
          <Field {...shown} size={size} placeholder={placeholder} />
        ) : (
          <Field {...shown} choices={[['', 'any'], ...choices]} />
        )
      })}
      <button type="submit">Filter</button>
    </form>
  )
}

/** A filter in force, and the address without it. */
export interface Chip {
  readonly label: string
  readonly value: string
  readonly without: string
}

/** The filters of the address, as chips. */
export function chipsOf(visit: Visit, fields: readonly FilterField[]): readonly Chip[] {
  return fields.flatMap(({ name, label, choices = [] }) => {
    const value = visit.query[name]?.trim()
    if (!value) return []
    const words = choices.find(([one]) => one === value)?.[1] ?? value
    return [{ label, value: words, without: sameAddress(visit, { [name]: '', cursor: '' }) }]
  })
}

/** Every filter in force, including one that came by a link, each to be removed by a click. */
export function Chips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ label, value, without }) => (
        <li>
          <a href={without} title={`Remove the filter ${label} ${value}`}>
            <span class="soft">{label}</span> {value} <span aria-hidden="true">×</span>
            <span class="out-of-sight">, remove</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A time is of the sandbox's clock, which may have been moved since. */
export function TimeHint({ visit, clock }: Frame) {
  const { since, until } = visit.query
  if (!since && !until) return null
  return (
    <>
      {' '}
      Times are those of the sandbox’s clock, now {dateTimeText(clock.now)}; for another day, type
      its date too.
    </>
  )
}

interface PagerProps {
  readonly visit: Visit
  /** The cursor of what is older; null if there is nothing. */
  readonly next: string | number | null
  /** The words of the link to the next page. */
  readonly older: string
}

/** Links to what is older, and back to the newest. */
export function Pager({ visit, next, older }: PagerProps) {
  const isFirst = !visit.query.cursor
  if (isFirst && next === null) return null
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && <a href={sameAddress(visit, { cursor: '' })}>To the first page</a>}
      {next !== null && (
        <a href={sameAddress(visit, { cursor: next })} rel="next">
          {older}
        </a>
      )}
    </nav>
  )
}
