import type { Reporter, TestCase } from 'vitest/node'

/** Lists at the end what passed only at its second try, so that a retry hides nothing. */
export class SecondTries implements Reporter {
  readonly #found: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#found.push(test)
  }

  onTestRunEnd(): void {
    if (this.#found.length === 0) return
    console.warn('\nThese tests failed once and then passed. Find out why:')
    for (const test of this.#found) {
      console.warn(`  ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) {
        console.warn(message.replaceAll(/^/gm, '    '))
      }
    }
  }
}
