import { beneath, type Fault, type Path } from '../../document/complaint.ts'
import { type CardType, cardType } from '../../domain/card/card.ts'
import { compileGlob } from '../conditions/glob.ts'
import { conditionsIn } from '../conditions/table.ts'
import { callsCarrying, callsNamed, carries, fieldsOf } from '../matching/carrying.ts'
import { layersForCall, neededFact, noEffectReason } from '../matching/layers.ts'
import {
  asList,
  type OutcomeDocument,
  type RuleDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { compileOutcome } from './compile.ts'

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  return [
    ...methodFaults(when),
    ...carrierFaults(when),
    ...shapeFaults(when),
    ...cardTypeFaults(when),
    ...excludedFaults(when),
  ]
}

function shapeFaults(when: WhenDocument): readonly Fault[] {
  return conditionsIn(when).flatMap(({ condition, value }) =>
    beneath([condition.name], condition.faults(value, when)),
  )
}

/** A `not` condition that can never hold excludes nothing, and is most likely a mistake. */
function excludedFaults({ operation, not }: WhenDocument): readonly Fault[] {
  if (not === undefined) return []
  if (conditionsIn(not).length === 0) {
    return [{ path: ['not'], message: 'excludes nothing; leave the key out', atKey: true }]
  }
  const faults = [...methodFaults(not), ...shapeFaults(not)].map((fault) => ({
    ...fault,
    path: ['not', ...fault.path],
    message: fault.message.replace('never matches', 'excludes nothing'),
  }))
  const left = callsNamed({ ...(operation !== undefined && { operation }), not })
  if (left.length > 0) return faults
  return [...faults, { path: ['not', 'operation'], message: 'never matches: excludes every call' }]
}

/** A request is paid by card or by direct debit, so it never has the fields of both. */
function methodFaults(when: WhenDocument): readonly Fault[] {
  const cardFields = fieldsOf('card').filter((name) => when[name] !== undefined)
  const debitFields = fieldsOf('direct_debit').filter((name) => when[name] !== undefined)
  if (when.method === 'card') return debitFields.map((name) => otherMethod(name, 'a card'))
  if (when.method === 'direct_debit') {
    return cardFields.map((name) => otherMethod(name, 'a direct debit'))
  }
  return cardFields.length === 0 ? [] : debitFields.map((name) => otherMethod(name, 'a card'))
}

function otherMethod(name: string, method: string): Fault {
  return { path: [name], message: `never matches: ${method} has no ${name}`, atKey: true }
}

function carrierFaults(when: WhenDocument): readonly Fault[] {
  const calls = callsNamed(when)
  if (calls.length === 0) return []
  const fields = conditionsIn(when)
    .map(({ condition }) => condition.name)
    .filter((name) => name !== 'operation')
  const uncarried = fields.filter((field) => !calls.some((call) => carries(call, field, when)))
  if (uncarried.length > 0) {
    return uncarried.map((field) => {
      const what = field === 'method' ? `method ${when.method}` : field
      const message = `never matches: no ${calls.join(' or ')} has ${what}`
      return { path: [field], message, atKey: true }
    })
  }
  if (callsCarrying(when).length > 0 || methodFaults(when).length > 0) return []
  const message = `never matches: no ${calls.join(' or ')} has all of ${fields.join(', ')}`
  return [{ path: ['operation'], message, atKey: true }]
}

/** The requests that a rule matches must have the field that it counts by. */
export function neverCounts({ when = {}, per }: Pick<RuleDocument, 'when' | 'per'>) {
  if (per === undefined) return []
  const calls = callsCarrying(when)
  if (calls.length === 0 || calls.some((call) => carries(call, per, when))) return []
  return [{ path: ['per'], message: `never matches: no ${calls.join(' or ')} has ${per}` }]
}

/** Why a rule with these conditions and this outcome can never match. Paths start at the rule. */
export function neverShapes(when: WhenDocument, document: OutcomeDocument): readonly Fault[] {
  const { one_of } = document
  if (one_of === undefined) return neverShapesBy(when, document, ['outcome'])
  return one_of.flatMap((one, i) => neverShapesBy(when, one, ['outcome', 'one_of', i]))
}

function neverShapesBy(
  when: WhenDocument,
  document: OutcomeDocument,
  path: Path,
): readonly Fault[] {
  const outcome = compileOutcome(document)
  const calls = callsCarrying(when)
  if (calls.length > 0 && calls.every((call) => layersForCall(outcome, call) === 0)) {
    return [{ path, message: `never matches: ${noEffectReason(outcome, calls)}` }]
  }
  const need = neededFact(outcome)
  const isOnlyVerdict = Object.keys(document).every((key) =>
    ['response_code', 'resolves', 'weight'].includes(key),
  )
  if (need === undefined || !isOnlyVerdict || methodFaults(when).length > 0) return []
  const asked =
    need.field === 'method' ? { method: 'direct_debit' as const } : { [need.field]: '*' }
  const isOtherMethod = need.field === 'method' && when.method === 'card'
  if (!isOtherMethod && methodFaults({ ...when, ...asked }).length === 0) return []
  if (need.field === 'method') {
    return [{ path: [...path, 'resolves'], message: `never matches: ${need.reason}` }]
  }
  const message = `never matches: there is no ${need.field} to take the code from`
  return [{ path: [...path, 'response_code'], message }]
}

/** A card's number determines its type, so the two conditions must agree. */
function cardTypeFaults({ pan, card_type }: WhenDocument): readonly Fault[] {
  if (pan === undefined || card_type === undefined) return []
  const tests = asList(card_type).map(compileGlob)
  const numbers = asList(pan)
  const agrees = beginnings().some(
    ({ digits, type }) =>
      tests.some((isAsked) => isAsked(type)) && numbers.some((glob) => canBegin(glob, digits)),
  )
  if (agrees) return []
  // The number is not repeated: it may be a real one.
  const message = 'never matches: no card number that pan asks for is of this type'
  return [{ path: ['card_type'], message, atKey: true }]
}

interface PanBeginning {
  readonly digits: string
  readonly type: CardType
}

// Four digits identify every type.
const TELLING = 4

/** The shortest prefixes of card numbers that each identify one type: about a hundred. */
function beginnings(): readonly PanBeginning[] {
  known ??= beginningsBelow('')
  return known
}

// Computed on first use: ten thousand prefixes are checked, which a plain start does not need.
let known: readonly PanBeginning[] | undefined

function beginningsBelow(digits: string): readonly PanBeginning[] {
  if (digits.length === TELLING) return [{ digits, type: cardType(digits) }]
  const below = Array.from({ length: 10 }, (_, digit) => beginningsBelow(`${digits}${digit}`))
  const [first] = below.flat()
  const isOne = below.every(([one, another]) => another === undefined && one?.type === first?.type)
  return isOne && first !== undefined ? [{ digits, type: first.type }] : below.flat()
}

/** Whether a text that matches the glob can start with the digits. */
function canBegin(glob: string, digits: string): boolean {
  if (digits === '') return true
  const [first, rest] = [glob.charAt(0), glob.slice(1)]
  if (first === '*') return canBegin(rest, digits) || canBegin(glob, digits.slice(1))
  return (first === '?' || first === digits.charAt(0)) && canBegin(rest, digits.slice(1))
}
