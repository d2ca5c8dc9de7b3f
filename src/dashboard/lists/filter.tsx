import type { Child } from 'hono/jsx'
import type { Filters } from '../../control/lists/filter.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { ControlRefusal } from '../control-call.ts'
import { Field } from '../layout/form.tsx'
import type { Frame } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import { dateTimeText, readInstant } from '../words/time.ts'

/** Something that a list can be narrowed down by; its name is the control API's. */
export interface FilterField {
  readonly name: string
  readonly label: string
  /** Values to choose from, with their words; undefined: to be typed. */
  readonly choices?: readonly (readonly [value: string, words: string])[]
  readonly size?: number
  readonly placeholder?: string
  readonly type?: string
  /** What to type, in place of the control API's words. */
  readonly advice?: string
  /** Links lead to it, and there is no field for it. */
  readonly isHidden?: true
}

const advice = 'Must be a time, such as 12:01:03 or 2026-03-10 12:01'

/** The fields for the filters of a list. */
export function filterFields(filters: Filters): readonly FilterField[] {
  return Object.entries(filters).map(([name, { kind, label, size, example, isLinked }]) => ({
    name,
    label,
    ...(kind.is === 'word' && { choices: choicesOf(kind.words) }),
    ...(kind.is === 'yes or no' && { choices: yesOrNo }),
    ...(kind.is.startsWith('instant') && { advice }),
    ...(size !== undefined && { size }),
    ...(example !== undefined && { placeholder: example }),
    ...(isLinked && { isHidden: true }),
  }))
}

const yesOrNo = [
  ['true', 'yes'],
  ['false', 'no'],
] as const

/** Words to choose from, as they are. */
export function choicesOf(names: readonly string[]) {
  return names.map((name) => [name, name.replaceAll('_', ' ')] as const)
}

type FilterQuery = Readonly<Record<string, string>>

/** These values of the address that are not empty. */
export function givenValues({ given }: Visit, names: readonly string[]): FilterQuery {
  const values = names.map((name) => [name, given[name]?.trim()] as const)
  return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** What the address asks for, as the control API reads it. */
export function filterQuery({ visit, clock }: Frame, fields: readonly FilterField[]): FilterQuery {
  const names = fields.map(({ name }) => name)
  const { since, until, ...query } = givenValues(visit, names)
  return {
    ...query,
    ...(since && { since: readInstant(since, clock.now).from }),
    ...(until && { until: readInstant(until, clock.now).to }),
  }
}

/** What is wrong with a filter, by the name of its field. */
type FilterErrors = Readonly<Record<string, string>>

/** The list that was asked for, or what is wrong with the filter. */
export async function listedOrWrong<List>(
  list: Promise<List>,
): Promise<{ readonly list?: List; readonly errors: FilterErrors }> {
  try {
    return { list: await list, errors: {} }
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.status !== 422) throw error
    const found = error.errors.map((one) => [one.location.at(-1), one.error_message])
    return { errors: Object.fromEntries(found) }
  }
}

/** The fields of a list's filter, each with what is wrong with its value. */
function FilterForm({ frame: { visit }, fields, errors }: ListProps) {
  const shown = fields.flatMap(({ choices, advice: hint, isHidden, ...field }) => {
    if (isHidden) return []
    const error = errors[field.name] && (hint ?? errors[field.name])
    const value = visit.query[field.name] ?? ''
    const any = choices && { choices: [['', 'any'] as const, ...choices] }
    return [<Field {...field} {...any} value={value} error={error} />]
  })
  return (
    <details class="folds" id="filters" open={Object.keys(errors).length > 0}>
      <summary class="button">Filter</summary>
      <form method="get" action={pageAddress(visit, visit.path)} class="fields" id="filter">
        {fields.map(({ name, isHidden }) => {
          const value = isHidden && visit.query[name]
          return value && <input type="hidden" name={name} value={value} />
        })}
        {shown.slice(0, -1)}
        {/* They stay in one line. */}
        <div class="last-field">
          {shown.at(-1)}
          <button type="submit">Filter</button>
        </div>
      </form>
    </details>
  )
}

interface ListProps {
  readonly frame: Frame
  readonly title: string
  /** Beside the title. */
  readonly aside?: Child
  readonly section: 'Payments' | 'Requests' | 'Vault'
  readonly fields: readonly FilterField[]
  readonly errors: FilterErrors
  /** The rows, if there are any. */
  readonly list: Child
  /** Why there are none, if no filter is to blame. */
  readonly empty: Child
  /** Where the next page begins; null if there is none. */
  readonly next: string | number | null
  /** The words of the link to the next page. */
  readonly older: string
}

/** A page with one list: its filter, the active parts of it, its rows, and the link to older rows. */
export function listPage(props: ListProps): string {
  const { frame, title, section, fields, errors, list } = props
  const { visit } = frame
  const { since, until } = visit.query
  const chips = chipsOf(visit, fields)
  const isWrong = Object.keys(errors).length > 0
  return renderPage(
    { frame, title, section },
    <>
      <div class="heading">
        <h1>{title}</h1>
        {props.aside}
      </div>
      <FilterForm {...props} />
      <Chips chips={chips} />
      {list || (
        <p class="empty">
          {isWrong
            ? 'Not searched: correct the marked field.'
            : chips.length === 0
              ? props.empty
              : 'Nothing matches. The search box finds parts of references and ids, in all worlds.'}
          {(since || until) &&
            ` Times are those of the sandbox's clock, now ${dateTimeText(frame.clock.now)}; for another day, type its date too.`}
        </p>
      )}
      <Pager visit={visit} next={props.next} older={props.older} />
    </>,
  )
}

/** An active filter, and the address without it. */
export type Chip = { readonly label: string; readonly value: string; readonly without: string }

/** The filters of the address, as chips. */
export function chipsOf(visit: Visit, fields: readonly FilterField[]): readonly Chip[] {
  return fields.flatMap(({ name, label, choices = [] }) => {
    const value = visit.query[name]?.trim()
    if (!value) return []
    const words = choices.find(([one]) => one === value)?.[1] ?? value
    return [{ label, value: words, without: sameAddress(visit, { [name]: '', after: '' }) }]
  })
}

/** Every active filter, including one from a link; a click removes it. */
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

/** Links to what is older, and back to the newest. */
export function Pager({
  visit,
  next,
  older,
}: Pick<ListProps, 'next' | 'older'> & { visit: Visit }) {
  const isFirst = !visit.query.after
  if (isFirst && next === null) return null
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && <a href={sameAddress(visit, { after: '' })}>To the first page</a>}
      {next !== null && (
        <a href={sameAddress(visit, { after: next })} rel="next">
          {older}
        </a>
      )}
    </nav>
  )
}
