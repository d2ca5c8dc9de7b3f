import type { FindingDocument } from '../findings/finding-document.ts'

type TestOf = Pick<FindingDocument, 'world' | 'test'>

/** `test "checkout survives a timeout"`; the only test of the only world is not mentioned. */
export function testText({ world, test }: TestOf): string {
  if (isNamedTest({ world, test })) return `test "${test}"`
  return test === '' || test === 'default 1' ? '' : testName({ world, test })
}

/** Whether the test was given a name. */
export function isNamedTest(place: TestOf): boolean {
  return place.test !== '' && testName(place) === place.test
}

/** A test by its name; without one, by its world: `world checkout`, `world checkout, reset 1`. */
export function testName({ world, test }: TestOf): string {
  const rest = test.startsWith(`${world} `) ? test.slice(world.length + 1) : ''
  // In a merged report, the file of its run follows.
  const [, number, run = ''] = /^(\d+)( \(.*\))?$/s.exec(rest) ?? []
  if (number === undefined) return test
  const reset = number === '1' ? '' : `, reset ${Number(number) - 1}`
  return `world ${world}${reset}${run}`
}
