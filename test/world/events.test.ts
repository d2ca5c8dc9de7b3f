import { expect, test } from 'vitest'
import { Events, type WorldEvent } from '../../src/world/events.ts'

const event: WorldEvent = { type: 'scenario', scenarios: [] }

test('the pulse changes with every event and every beat, and never comes back', () => {
  const events = new Events()
  const pulses = [events.pulse]
  for (const act of ['beat', 'tell', 'beat', 'beat', 'tell'] as const) {
    if (act === 'beat') events.beat()
    else events.tell(event)
    pulses.push(events.pulse)
  }
  expect(new Set(pulses).size).toBe(pulses.length)
})

test('listeners hear events in the order in which they came, until they leave', () => {
  const events = new Events()
  const heard: string[] = []
  expect(events.isWatched).toBe(false)
  const leave = events.listen(() => heard.push('first'))
  events.listen(() => heard.push('second'))
  events.tell(event)
  leave()
  events.tell(event)
  expect(heard).toEqual(['first', 'second', 'second'])
  expect(events.isWatched).toBe(true)
})

test('in a rehearsal nobody hears anything, and the pulse stands still', () => {
  const events = new Events()
  const heard: WorldEvent[] = []
  events.listen((one) => heard.push(one))
  const { pulse } = events
  events.isSilent = true
  events.tell(event)
  expect([heard, events.pulse]).toEqual([[], pulse])
  events.isSilent = false
  events.tell(event)
  expect(heard).toEqual([event])
})

test('when the world closes, every listener is told once and hears no more', () => {
  const events = new Events()
  const heard: string[] = []
  events.listen(
    () => heard.push('event'),
    () => heard.push('end'),
  )
  events.listen(() => heard.push('other'))
  events.close()
  events.close()
  events.tell(event)
  expect(heard).toEqual(['end'])
  expect(events.isWatched).toBe(false)
})
