import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Agenda, type AgendaEntry } from '../../../src/world/records/agenda.ts'

const entry = fc.record({ at: fc.nat(5), audit: fc.nat(5) })

function sorted(entries: readonly AgendaEntry[]): readonly AgendaEntry[] {
  return [...entries].sort((one, other) => one.at - other.at || one.audit - other.audit)
}

test('entries come earliest first, ties by audit, whatever was added and dropped before', () => {
  fc.assert(
    fc.property(fc.array(fc.option(entry, { nil: 'drop' as const })), (steps) => {
      const agenda = new Agenda()
      let model: readonly AgendaEntry[] = []
      for (const step of steps) {
        if (step === 'drop') agenda.drop()
        else agenda.add(step)
        model = step === 'drop' ? model.slice(1) : sorted([...model, step])
        expect([agenda.size, agenda.peek()]).toEqual([model.length, model[0]])
      }
      expect([...agenda.inOrder()]).toEqual(model)
      expect(agenda.size).toBe(model.length)
    }),
  )
})
