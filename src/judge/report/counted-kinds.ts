import { counted } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import { chargedAtOnce, doubleRefund } from '../findings/payment/double.ts'
import { lostSale } from '../findings/payment/overlooked.ts'
import { addCounts, type Counts, type FindingCounts } from '../run/tally.ts'
import type { ReportDocument } from './report-document.ts'

interface CountedKind {
  readonly code: string
  readonly one: string
  readonly many?: string
  readonly count: number
}

/** The findings of one severity, worst first; some are errors although their kind is not. */
export function kindsIn(
  { counts_by_code, raised }: Pick<FindingCounts, 'counts_by_code' | 'raised'>,
  severity: Severity,
): readonly CountedKind[] {
  return allFindings.flatMap((kind) => {
    const errors = raised[kind.code] ?? 0
    const usual = kind.severity === severity ? (counts_by_code[kind.code] ?? 0) - errors : 0
    const count = severity === 'error' ? usual + errors : usual
    return count <= 0 ? [] : [{ ...kind, count }]
  })
}

/** Cents by finding and currency. */
type CentsByKind = ReportDocument['overcharged']

/** `2 double charges, AUD 99.90 overcharged; 1 lost sale, AUD 5.00 not charged; 1 unresolved` */
export function kindsText(kinds: readonly CountedKind[], overcharged: CentsByKind): string {
  const words = (all: readonly CountedKind[]) =>
    all.map(({ count, one, many }) => counted(count, one, many)).join(', ')
  const withMoney = moneyWords.flatMap(([word, isOf]) => {
    const own = kinds.filter(({ code }) => code in overcharged && isOf(code))
    return own.length === 0 ? [] : [`${words(own)}, ${moneyOf(own, overcharged)} ${word}`]
  })
  const rest = words(kinds.filter(({ code }) => !(code in overcharged)))
  return [...withMoney, rest].filter(Boolean).join('; ')
}

/** `AUD 169.95`: what was charged or held too much; empty if nothing was. */
export function overchargedText(overcharged: CentsByKind): string {
  const own = allFindings.filter(({ code }) => code in overcharged && isOvercharge(code))
  return moneyOf(own, overcharged)
}

/** `1 double charge, 2 unresolved`; the kinds need not be errors usually. */
export function errorsText(errors: Readonly<Counts>): string {
  return kindsText(kindsIn({ counts_by_code: errors, raised: errors }, 'error'), {})
}

/** What happened to the money of a kind. */
const moneyWords: readonly (readonly [word: string, isOf: (code: string) => boolean])[] = [
  ['overcharged', isOvercharge],
  // Two orders may have one reference.
  ['maybe overcharged', (code) => code === chargedAtOnce.code],
  ['refunded too much', (code) => code === doubleRefund.code],
  ['not charged', (code) => code === lostSale.code],
]

function isOvercharge(code: string): boolean {
  return ![doubleRefund, lostSale, chargedAtOnce].some((kind) => kind.code === code)
}

function moneyOf(kinds: readonly Pick<CountedKind, 'code'>[], overcharged: CentsByKind): string {
  const sums: Counts = {}
  for (const { code } of kinds) addCounts(sums, overcharged[code] ?? {})
  return Object.entries(sums)
    .map(([currency, cents]) => moneyText(cents, currency))
    .join(' and ')
}
