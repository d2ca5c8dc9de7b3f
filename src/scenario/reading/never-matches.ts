import type { Fault } from '../../document/complaint.ts'
import { conditionsIn } from '../conditions/table.ts'
import { callsCarrying, callsNamed, carries, fieldsOf } from '../matching/carrying.ts'
import { beyondReach, neededSource, reachOf } from '../matching/reach.ts'
import type { OutcomeDocument, WhenDocument } from '../scenario-document.ts'
import { cardTypeFaults } from './card-type-complaints.ts'
import { compileOutcome } from './compile.ts'

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  return [
    ...methodFaults(when),
    ...carrierFaults(when),
    ...conditionsIn(when).flatMap(({ condition, value }) =>
      condition.faults(value).map((fault) => ({ ...fault, path: [condition.name, ...fault.path] })),
    ),
    ...cardTypeFaults(when),
  ]
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

/** Why a rule can never match that has these conditions and this outcome. Paths start at the rule. */
export function neverShapes(when: WhenDocument, document: OutcomeDocument): readonly Fault[] {
  const outcome = compileOutcome(document)
  const calls = callsCarrying(when)
  const reach = reachOf(outcome)
  if (calls.length > 0 && !calls.some((call) => reach.includes(call))) {
    return [{ path: ['outcome'], message: `never matches: ${beyondReach(outcome, calls)}` }]
  }
  const source = neededSource(outcome)
  if (source === undefined || methodFaults(when).length > 0) return []
  if (methodFaults({ ...when, [source]: '*' }).length === 0) return []
  const message = `never matches: there is no ${source} to take the code from`
  return [{ path: ['outcome', 'response_code'], message }]
}
