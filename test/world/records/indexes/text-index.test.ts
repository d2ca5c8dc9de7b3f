import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIndexable, TextIndex } from '../../../../src/world/records/indexes/text-index.ts'

const text = fc.string({ unit: fc.constantFrom(...'abc 1é'), maxLength: 12 })
const texts = fc.array(text, { maxLength: 60 })

test('no text that holds a term is left out, after any additions and removals', () => {
  const term = fc.string({ unit: fc.constantFrom(...'abc 1é'), minLength: 3, maxLength: 5 })
  const removals = fc.array(fc.nat(59), { maxLength: 40 })
  fc.assert(
    fc.property(texts, removals, texts, term, (first, removed, later, wanted) => {
      const index = new TextIndex<{ id: number; text: string }>((item) => item.text)
      const items = first.map((each, id) => ({ id, text: each }))
      for (const item of items) index.add(item)
      const gone = new Set(removed.filter((id) => id < items.length))
      for (const id of gone) index.remove({ id, text: '' })
      const added = later.map((each, i) => ({ id: 100 + i, text: each }))
      for (const item of added) index.add(item)
      const kept = [...items.filter(({ id }) => !gone.has(id)), ...added]
      const candidates = index.candidates(wanted)
      expect(kept).toEqual(expect.arrayContaining([...candidates]))
      const found = candidates.filter((item) => item.text.includes(wanted))
      const expected = kept.filter((item) => item.text.includes(wanted))
      expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
    }),
  )
})

test('most texts without the term are left out', () => {
  const index = new TextIndex<{ id: number; text: string }>((item) => item.text)
  for (let id = 0; id < 5000; id += 1) index.add({ id, text: `customer ${id * 7919}` })
  expect(index.candidates('customer').length).toBe(5000)
  expect(index.candidates('zebra').length).toBeLessThan(250)
})

test('a term of one or two characters is better looked for without the index', () => {
  expect(['a', 'ab', 'abc'].map(isIndexable)).toEqual([false, false, true])
})

test('what is not indexed cannot be taken out', () => {
  const index = new TextIndex<{ id: number }>(() => '')
  expect(() => index.remove({ id: 1 })).toThrow('Item 1 is not indexed')
})
