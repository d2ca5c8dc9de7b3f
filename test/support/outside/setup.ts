import { needs } from './needs.ts'

const unmet = Object.values(needs).filter(({ isMet }) => !isMet())
const told = unmet.map(({ tests, remedy }) => `  ${tests}: ${remedy}`).join('\n')

/** Before the first test, once: refuses to begin where nothing may be left out. */
export function setup(): void {
  if (told === '' || !process.env.SANDGATE_TEST_ALL) return
  throw new Error(`SANDGATE_TEST_ALL is set, and this machine cannot run these tests:\n${told}`)
}

/** After the last one, where it is seen. */
export function teardown(): void {
  if (told !== '') console.warn(`\nThis machine leaves out tests that it cannot run:\n${told}`)
}
