import { cardTypesBeginning } from '../../base/redaction/card-number.ts'
import { compileGlob } from '../conditions/glob.ts'
import { type ConditionName, conditionsIn } from '../conditions/table.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'
import { callsNamed, carries, conditionsOnlyFor } from './carrying.ts'

/** A field that no request has together with the others. */
export interface Contradiction {
  readonly name: ConditionName
  readonly reason: string
}

/** Fields that no request has with this payment method, or that none of the calls has. */
export function contradictions(when: WhenDocument): readonly Contradiction[] {
  return [...ofOtherMethod(when), ...notCarried(when)]
}

/** A card type that no card with one of these numbers has. */
export function otherCardType({ pan, card_type }: WhenDocument): readonly Contradiction[] {
  if (pan === undefined || card_type === undefined) return []
  const had = new Set(asList(pan).flatMap((glob) => cardTypesBeginning(String(glob))))
  const tests = asList(card_type).map((glob) => compileGlob(String(glob)))
  if ([...had].some((type) => tests.some((test) => test(type)))) return []
  const types = [...had].map((type) => (type === '' ? 'of no known type' : type)).join(' or ')
  return [{ name: 'card_type', reason: `a card with this pan is ${types}` }]
}

/** A request is paid by card or by direct debit, so it never has the fields of both. */
function ofOtherMethod(when: WhenDocument): readonly Contradiction[] {
  const cardFields = conditionsOnlyFor('card').filter((name) => when[name] !== undefined)
  const debitFields = conditionsOnlyFor('direct_debit').filter((name) => when[name] !== undefined)
  if (when.method === 'direct_debit') {
    return cardFields.map((name) => ({ name, reason: `a direct debit has no ${name}` }))
  }
  const isCard = when.method === 'card' || cardFields.length > 0
  return isCard ? debitFields.map((name) => ({ name, reason: `a card has no ${name}` })) : []
}

function notCarried(when: WhenDocument): readonly Contradiction[] {
  const calls = callsNamed(when)
  if (calls.length === 0) return []
  return conditionsIn(when).flatMap(({ condition: { name } }) => {
    if (name === 'operation' || calls.some((call) => carries(call, name, when))) return []
    const what = name === 'method' ? `method ${when.method}` : name
    return [{ name, reason: `no ${calls.join(' or ')} has ${what}` }]
  })
}
