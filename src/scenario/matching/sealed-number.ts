import { maskAccountNumber } from '../../domain/bank/bank-account.ts'
import { maskPan } from '../../domain/card/card.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { isTestPan } from '../../domain/card/test-cards.ts'
import type { Conditions, Scenario, ScenarioRule } from '../rule.ts'
import { compileMaskedGlob, isGlob, type TextTest } from './glob.ts'

/*
 * A card or account number that a rule waits for is not kept. In its place stands its seal: the
 * masked number, `#` and a keyed fingerprint, which tells it from others with the same ends.
 */

/** Tells equal secrets apart from others without keeping them. */
export type Fingerprint = (secret: string) => string

/** For rules that nobody has sealed. */
export const withoutKey: Fingerprint = () => ''

const maskOf = { pan: maskPan, account_number: maskAccountNumber } as const

type NumberField = keyof typeof maskOf

export function isNumberField(field: string | undefined): field is NumberField {
  return field === 'pan' || field === 'account_number'
}

/** Whether a pattern shows what is left of a number. */
export function isMaskedNumber(field: string | undefined, pattern: string): boolean {
  return isNumberField(field) && pattern.includes('x')
}

/** A scenario as it may be kept. */
export function sealedScenario(scenario: Scenario, fingerprint: Fingerprint): Scenario {
  const { name, description, rules } = scenario
  return { name, description, rules: rules.map((rule) => sealedRule(rule, fingerprint)) }
}

/** A rule as it may be kept. */
export function sealedRule({ id, rule }: ScenarioRule, fingerprint: Fingerprint): ScenarioRule {
  const when = withNumbers(rule.when, (field, glob) => sealed(field, glob, fingerprint))
  return { id, rule: { ...rule, when } }
}

/** Conditions as they may be shown: masked numbers without their fingerprints. */
export function shownConditions(when: Conditions): Conditions {
  return withNumbers(when, (_field, glob) => partsOf(glob).masked)
}

/** Whether a number is the one that a rule waits for; a masked one goes by the digits that are left. */
export function compileNumber(glob: string, fingerprint: Fingerprint): TextTest {
  const { masked, key } = partsOf(glob)
  if (key === undefined) return compileMaskedGlob(glob)
  return (text) => agrees(masked, text) && (text.includes('x') || fingerprint(text) === key)
}

/** A seal as a glob that every number it may stand for matches. */
export function numberGlob(glob: string): string {
  return partsOf(glob).masked.replaceAll('x', '?')
}

/** A text to look for, without what must not be kept of it. */
export function withoutCardNumber(glob: string): string {
  const masked = maskCardNumbers(glob)
  if (masked === glob) return glob
  // Only masking has changed it, so that a character that differs is a masked digit.
  return [...masked].map((shown, i) => (shown === glob.charAt(i) ? shown : '?')).join('')
}

function withNumbers(
  when: Conditions,
  change: (field: NumberField, glob: string) => string,
): Conditions {
  const { pan, account_number } = when
  if (pan === undefined && account_number === undefined) return when
  return {
    ...when,
    ...(pan && { pan: pan.map((glob) => change('pan', glob)) }),
    ...(account_number && {
      account_number: account_number.map((glob) => change('account_number', glob)),
    }),
  }
}

function sealed(field: NumberField, glob: string, fingerprint: Fingerprint): string {
  if (isGlob(glob)) return withoutCardNumber(glob)
  // A known test number is nobody's, and a tester should read it as it was written.
  if (partsOf(glob).key !== undefined || isTestPan(glob)) return glob
  return `${maskOf[field](glob)}#${fingerprint(glob)}`
}

function partsOf(glob: string): { readonly masked: string; readonly key: string | undefined } {
  const mark = glob.indexOf('#')
  if (mark === -1) return { masked: glob, key: undefined }
  return { masked: glob.slice(0, mark), key: glob.slice(mark + 1) }
}

/** Whether two numbers may be the same, as far as both can be seen. */
function agrees(masked: string, text: string): boolean {
  if (masked.length !== text.length) return false
  for (let i = 0; i < masked.length; i++) {
    const [one, other] = [masked.charAt(i), text.charAt(i)]
    if (one !== other && one !== 'x' && other !== 'x') return false
  }
  return true
}
