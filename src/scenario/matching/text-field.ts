import type { Facts } from '../rule.ts'
import { compileGlob, type TextTest } from './glob.ts'
import { compileNumber, type Fingerprint, numberGlob } from './sealed-number.ts'

/** The conditions that look at one text of the request. */
export const textFieldNames = [
  'pan',
  'bsb',
  'account_number',
  'cvv',
  'virtual_pan',
  'reference',
  'customer_reference',
  'token_name',
  'card_type',
  'currency',
] as const

export type TextFieldName = (typeof textFieldNames)[number]

export interface TextField {
  readonly read: (facts: Facts) => string | undefined
  readonly compile: (glob: string, fingerprint: Fingerprint) => TextTest
  /** How a glob is written so that it can be compared with what `read` gives. */
  readonly normalise: (glob: string) => string
}

export const textFields: Readonly<Record<TextFieldName, TextField>> = {
  pan: masked((facts) => facts.pan),
  bsb: {
    read: (facts) => (facts.bsb === undefined ? undefined : withoutDash(facts.bsb)),
    compile: (glob) => compileGlob(withoutDash(glob)),
    normalise: withoutDash,
  },
  account_number: masked((facts) => facts.accountNumber),
  cvv: plain((facts) => facts.cvv),
  virtual_pan: plain((facts) => facts.virtualPan),
  reference: plain((facts) => facts.reference),
  customer_reference: plain((facts) => facts.customerReference),
  token_name: plain((facts) => facts.tokenName),
  card_type: plain((facts) => facts.cardType),
  currency: plain((facts) => facts.currency),
}

// 032-051 and 032051 are one branch.
function withoutDash(bsb: string): string {
  return bsb.replace('-', '')
}

function asWritten(glob: string): string {
  return glob
}

function plain(read: TextField['read']): TextField {
  return { read, compile: compileGlob, normalise: asWritten }
}

function masked(read: TextField['read']): TextField {
  return { read, compile: compileNumber, normalise: numberGlob }
}
