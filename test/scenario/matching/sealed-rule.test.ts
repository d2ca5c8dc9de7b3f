import { expect, test } from 'vitest'
import { matchRules } from '../../../src/scenario/matching/match.ts'
import { sealedRule, shownConditions } from '../../../src/scenario/matching/sealed-rule.ts'
import { compileRule } from '../../../src/scenario/reading/compile.ts'
import type { WhenDocument } from '../../../src/scenario/scenario-document.ts'
import { debit, purchase, ruleBook } from '../book-of.ts'

const PAN = '4539148803436467'
const fingerprint = (secret: string) => `f-${[...secret].reverse().join('')}`

function sealed(when: WhenDocument) {
  const rule = compileRule({ name: 'r', when, outcome: {} }, 0)
  return sealedRule({ id: 'own/r', rule }, fingerprint)
}

function meets(when: WhenDocument, facts: typeof purchase): boolean {
  const book = ruleBook([], [sealed(when)], fingerprint)
  return matchRules(book, facts, { countOf: () => undefined, seed: 1 }).rules.length > 0
}

test('a number is kept masked beside its fingerprint, a test number as it is', () => {
  const { when } = sealed({ pan: [PAN, '4444333322221111', '4000000000000051', '4*'] }).rule
  expect(when).toEqual({
    pan: [`453914xxxxxx6467#${fingerprint(PAN)}`, '4444333322221111', '4000000000000051', '4*'],
  })
  expect(shownConditions(when).pan?.[0]).toBe('453914xxxxxx6467')
  expect(sealed({ account_number: ['918273645', '12345', '9*'] }).rule.when.account_number).toEqual(
    [`xxxxxx645#${fingerprint('918273645')}`, `xxxxx#${fingerprint('12345')}`, '9*'],
  )
})

test('a seal is sealed once', () => {
  const once = sealed({ pan: PAN, account_number: '918273645' })
  expect(sealedRule(once, fingerprint)).toEqual(once)
})

test.each([
  [PAN, true],
  ['4539140000096467', false],
  ['4539148803436475', false],
  ['453914880343646', false],
  ['453914xxxxxx6467', true],
  ['453914xxxxxx6468', false],
  ['xxxxxxxxxxxxxxxx', true],
])('a rule on a sealed card number meets %s: %s', (pan, isMet) => {
  expect(meets({ pan: PAN }, { ...purchase, pan })).toBe(isMet)
})

test.each([
  ['918273645', true],
  ['111111645', false],
  ['xxxxxx645', true],
  ['xxxxxx646', false],
])('a rule on a sealed account number meets %s: %s', (account_number, isMet) => {
  expect(meets({ account_number: '918273645' }, { ...debit, account_number })).toBe(isMet)
})

test('a whole card number in a glob or a text is found by the digits that are left', () => {
  expect(sealed({ pan: `${PAN}*`, reference: `*card ${PAN}`, kvp: { K: PAN } }).rule.when).toEqual({
    pan: ['453914??????6467*'],
    reference: ['*card 453914??????6467'],
    kvp: { K: ['453914??????6467'] },
  })
  const facts = { ...purchase, reference: `my card ${PAN}` }
  expect(meets({ reference: `*card ${PAN}` }, facts)).toBe(true)
  expect(meets({ reference: `*card ${PAN}` }, purchase)).toBe(false)
})
