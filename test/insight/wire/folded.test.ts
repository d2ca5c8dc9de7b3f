import { expect, test } from 'vitest'
import type { Told } from '../../../src/insight/run/kept-story.ts'
import { Judged } from './judged.ts'

test('a purchase that was answered at once is kept folded until somebody asks for it', async () => {
  await using judged = await Judged.start()
  await judged.pay('corr-1')
  judged.sandbox.world.journal.writeDown()
  const [told] = judged.sandbox.world.journal.chapter?.told() ?? []
  expect(isFolded(told)).toBe(true)
  const [story] = await judged.stories('?limit=1')
  expect(story?.steps).toMatchObject([{ correlation_id: 'corr-1', result: 'approved' }])
})

function isFolded(told: Told | undefined): boolean {
  return told !== undefined && 'place' in told && told.story.folded !== undefined
}
