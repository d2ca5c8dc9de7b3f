import { beneath, type Fault } from '../../document/complaint.ts'
import { conditionsIn } from '../conditions/table.ts'
import { callsNamed, carries, fieldsOf } from '../matching/carrying.ts'
import type { WhenDocument } from '../scenario-document.ts'

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  const shapeFaults = conditionsIn(when).flatMap(({ condition, value }) =>
    beneath([condition.name], condition.faults(value, when)),
  )
  return [...methodFaults(when), ...carrierFaults(when), ...shapeFaults]
}

/** A request is paid by card or by direct debit, so it never has the fields of both. */
function methodFaults(when: WhenDocument): readonly Fault[] {
  const cardFields = fieldsOf('card').filter((name) => when[name] !== undefined)
  const debitFields = fieldsOf('direct_debit').filter((name) => when[name] !== undefined)
  if (when.method === 'direct_debit') {
    return cardFields.map((name) => otherMethod(name, 'a direct debit'))
  }
  const isCard = when.method === 'card' || cardFields.length > 0
  return isCard ? debitFields.map((name) => otherMethod(name, 'a card')) : []
}

function otherMethod(name: string, method: string): Fault {
  return { path: [name], message: `never matches: ${method} has no ${name}`, atKey: true }
}

/** A condition on a field that none of the calls has. */
function carrierFaults(when: WhenDocument): readonly Fault[] {
  const calls = callsNamed(when)
  if (calls.length === 0) return []
  return conditionsIn(when).flatMap(({ condition: { name } }) => {
    if (name === 'operation' || calls.some((call) => carries(call, name, when))) return []
    const what = name === 'method' ? `method ${when.method}` : name
    const message = `never matches: no ${calls.join(' or ')} has ${what}`
    return [{ path: [name], message, atKey: true }]
  })
}
