import type { Child } from 'hono/jsx'
import { capitalised, spanText } from '../../base/text/counted.ts'
import type { Fact, FactValue } from '../../control/facts/facts.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { type RuleLines, RuleLinks, ruleText } from '../words/rule.tsx'
import { dateTimeText, exactClockTime } from '../words/time.ts'
import type { ShownFact } from './table.tsx'
import { Amount, Unbroken } from './text.tsx'

interface FactContext {
  /** Where its links lead; undefined if that no longer exists. */
  readonly linkBase: Pick<Visit, 'prefix'> | undefined
  /** The facts of another one of its kind, to mark the differences. */
  readonly against?: readonly Fact[] | undefined
  /** Where its rules are written, on the pages of `rulesAt`. */
  readonly lines?: RuleLines | undefined
  readonly rulesAt?: Pick<Visit, 'prefix'> | undefined
}

/** The facts of one entry, without empty ones. */
export function shownFacts(
  facts: readonly Fact[],
  { linkBase, against, lines, rulesAt = linkBase }: FactContext,
): readonly ShownFact[] {
  const others = against && new Map(against)
  return facts.map(([label, value]) => {
    if (isEmpty(value)) return undefined
    const kind = typeof value === 'object' ? value?.is : undefined
    const shown = factView(value, kind === 'rules' ? rulesAt : linkBase, lines)
    // Each takes place at its own time, and takes its own.
    const isSame =
      others === undefined ||
      kind === 'instant' ||
      kind === 'span' ||
      JSON.stringify(value) === JSON.stringify(others.get(label))
    const real = typeof value === 'object' && value?.is === 'instant' && value.real
    return [
      capitalised(label),
      <>
        {isSame ? shown : <mark class="differs">{shown}</mark>}
        {linkBase && copied.has(label) && value && (
          <>
            {' '}
            <button type="button" class="small needs-script" data-copy-text={String(value)}>
              Copy
            </button>
          </>
        )}
      </>,
      real ? { title: `real time ${real}` } : {},
    ]
  })
}

/** What one takes along to a search or a log. */
const copied = new Set(['correlation id', 'authorisation code', 'preauthorisation code'])

function isEmpty(value: FactValue): boolean {
  if (typeof value === 'object' && value?.is === 'rules') return value.rules.length === 0
  return value === null || value === undefined || value === ''
}

function factView(
  value: FactValue,
  linkBase: Pick<Visit, 'prefix'> | undefined,
  lines: RuleLines | undefined,
): Child {
  if (typeof value !== 'object' || value === null) return <Unbroken text={String(value)} />
  switch (value.is) {
    case 'money':
      return <Amount cents={value.cents} currency={value.currency} />
    case 'instant':
      // With milliseconds where requests may be close to each other.
      return `${dateTimeText(value.at)}${value.real ? exactClockTime(value.at).slice(8) : ''}`
    case 'span':
      return spanText(value.ms)
    case 'link': {
      const { to, id } = value
      const words = to === 'payments' ? 'payment' : id
      return linkBase ? <a href={pageAddress(linkBase, `/${to}/${id}`)}>{words}</a> : words
    }
    case 'rules': {
      const { rules, more } = value
      const links = linkBase ? (
        <RuleLinks visit={linkBase} rules={rules} lines={lines} />
      ) : (
        rules.map(ruleText).join(', ')
      )
      return (
        <>
          {links}
          {more}
        </>
      )
    }
  }
}
