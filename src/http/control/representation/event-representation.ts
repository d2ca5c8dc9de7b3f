import { isoUtc } from '../../../domain/time/instant.ts'
import type { FiredEvent, WorldEvent } from '../../../world/events.ts'
import type { Fired } from '../../contract/control/calls/clock.ts'
import type { EventData } from '../../contract/control/calls/requests.ts'
import { requestAnswer } from './request-representation.ts'

export function firedAnswer({ at, ...rest }: FiredEvent): Fired {
  return { at: isoUtc(at), ...rest }
}

/** The data of an event, as sent to watchers. */
export function eventData(event: WorldEvent): EventData[keyof EventData] {
  switch (event.type) {
    case 'request':
      return requestAnswer(event.entry)
    case 'transaction':
      return { audit: event.audit, status: event.status }
    case 'clock':
      return { now: isoUtc(event.now), mode: event.mode, fired: event.fired.map(firedAnswer) }
    case 'scenario':
      return { scenarios: event.scenarios }
  }
}
