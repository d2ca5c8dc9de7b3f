import { hasLong, isWhole } from '../extent.ts'
import { type Need, needs } from './needs.ts'

const all: readonly Need[] = Object.values(needs)
const unmet = all.filter(({ isMet }) => !isMet())
const required = linesOf(unmet.filter(isRequired))

function isRequired({ mayLack, isWeekly }: Need): boolean {
  return mayLack !== true && (isWhole || isWeekly !== true)
}

function linesOf(lacking: readonly Need[]): string {
  return lacking.map(({ tests, remedy }) => `  ${tests}: ${remedy}`).join('\n')
}

/** Before the first test, once: refuses to begin where nothing may be left out. */
export function setup(): void {
  if (required === '' || !hasLong) return
  throw new Error(`SANDGATE_TEST_ALL is set, and this machine cannot run these tests:\n${required}`)
}

/** After the last one, where it is seen. */
export function teardown(): void {
  const told = linesOf(unmet)
  if (told !== '') console.warn(`\nThis machine leaves out tests that it cannot run:\n${told}`)
}
