import type { ValueOf } from '../base/value-of.ts'
import type { testRefSchema } from './test-ref-schema.ts'

/** One test: one world between two resets. */
export type TestRef = ValueOf<typeof testRefSchema>

/** The ids of its payments begin with it. */
export function testId({ world, number }: Pick<TestRef, 'world' | 'number'>): string {
  return `${world}-${number}`
}

/** Whether both are the same test of the same run. */
export function isSameTest(one: TestRef | null, other: TestRef | null): boolean {
  if (one === null || other === null) return one === other
  return testId(one) === testId(other) && one.run === other.run
}

/** The same in every run of the same tests: worlds of named tests may have random names. */
export function testKey(test: TestRef | null): string {
  if (test === null) return ''
  const { world, number, label } = test
  return JSON.stringify(label === null ? [world, number] : label)
}
