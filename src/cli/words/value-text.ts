import { counted } from '../../base/text/counted.ts'
import type { RuleResponse } from '../../control/contract/calls/scenarios.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { whenText } from '../../scenario/describe/describe-rule.ts'
import { hitsText } from '../../scenario/describe/rule-counts.ts'
import type { Output } from '../terminal/output.ts'

/** An instant in Sydney time, which all cut-offs use. */
export function sydneyTimeText(at: string): string {
  return sydneyIso(Date.parse(at), 'seconds')
}

/** `2026-03-10`: the day of a sandbox in Sydney. */
export function todayOf({ now }: { readonly now: string }): string {
  return sydneyTimeText(now).slice(0, 10)
}

/** `2 customers, 3 tokens, 1 transaction` */
export function dataText(sizes: {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}): string {
  const kinds = ['customer', 'token', 'transaction'] as const
  return kinds.map((kind) => counted(sizes[`${kind}s`], kind)).join(', ')
}

/** `visa …0051`, `032-050 …123`: enough to tell accounts apart in a table. */
export function accountText({
  account,
  card_type,
  method,
}: {
  readonly account: string
  readonly card_type: string | null
  readonly method: 'card' | 'direct_debit'
}): string {
  if (method === 'card') return `${card_type || 'card'} …${account.slice(-4)}`
  return account.replace(/\D+(?=\d{3}$)/, ' …')
}

/** A table of rules with how often each matched; `labelOf` gives the name to show. */
export function ruleTable(
  { table }: Output,
  rules: readonly RuleResponse[],
  labelOf: (rule: RuleResponse) => string,
): string {
  const columns = [
    { title: 'rule' },
    { title: 'hits', align: 'right' },
    { title: 'when' },
    { title: 'outcome' },
  ] as const
  return table(
    columns,
    rules.map((rule) => [labelOf(rule), hitsText(rule), whenText(rule.when), rule.effect]),
  )
}
