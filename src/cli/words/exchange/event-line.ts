import { counted } from '../../../base/text/counted.ts'
import { eventsText } from '../../../control/facts/move-words.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import type { FiredEvent, WorldEvent } from '../../../gateway/world/events.ts'
import type { Style } from '../../terminal/style.ts'
import { clockText, worldLabel } from './exchange-line.ts'

type ScenarioEvent = Extract<WorldEvent, { type: 'scenario' }>

/** A line for a change made through the control API; undefined if there is nothing to say. */
export function eventLine(
  event: WorldEvent,
  { world, now }: { readonly world: string; readonly now: number },
  style: Style,
): string | undefined {
  const text = eventText(event)
  return text && `${style('quiet', clockText(now))}  ${worldLabel(world)}${style('strong', text)}`
}

function eventText(event: WorldEvent): string | undefined {
  switch (event.type) {
    case 'clock':
      return `clock ${event.mode}, ${sydneyIso(event.now, 'seconds')} in Sydney${firedText(event.fired)}`
    case 'scenario':
      return scenarioText(event)
    // Each request has its own line, which includes its transaction.
    case 'request':
    case 'late_request':
    case 'transaction':
      return undefined
  }
}

const states = {
  reset: 'reset; ',
  imported: 'state imported; ',
  restored: 'snapshot loaded; ',
} as const

/** How many rules are listed by name. */
const MOST_NAMED = 5

/** `temporary rules added: broke, slow`, or `reset; scenarios, highest priority first: default` */
function scenarioText({ scenarios, state, temporaryRules }: ScenarioEvent): string {
  if (temporaryRules === undefined) {
    const what = state === undefined ? '' : states[state]
    return `${what}scenarios, highest priority first: ${scenarios.join(', ') || 'none'}`
  }
  const { change, names } = temporaryRules
  if (names.length > MOST_NAMED) return `${counted(names.length, 'temporary rule')} ${change}`
  return `temporary ${names.length === 1 ? 'rule' : 'rules'} ${change}: ${names.join(', ')}`
}

/** `; 3 debits cleared and 1 debit was returned` */
function firedText(fired: readonly FiredEvent[]): string {
  return fired.length === 0 ? '' : `; ${eventsText(fired, 'happened')}`
}
