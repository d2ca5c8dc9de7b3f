import type { TestRef } from '../../record/test-ref.ts'

/** `test "checkout survives a timeout"`; the only test of the only world is not mentioned. */
export function testText(test: TestRef | null): string {
  if (test === null) return ''
  const { world, number, label, run } = test
  if (label !== null) return `test "${label}"${runText(run)}`
  const isOnly = world === 'default' && number === 1 && run === undefined
  return isOnly ? '' : testName(test)
}

/** A test by its name; without one, by its world: `world checkout`, `world checkout, reset 1`. */
export function testName({ world, number, label, run }: TestRef): string {
  const reset = number === 1 ? '' : `, reset ${number - 1}`
  return `${label ?? `world ${world}${reset}`}${runText(run)}`
}

/** In a merged report, the file of its run follows. */
function runText(run: string | undefined): string {
  return run === undefined ? '' : ` (${run})`
}
