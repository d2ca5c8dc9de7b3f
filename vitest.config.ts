import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { viteAssets } from './scripts/asset-module.mjs'
import { viteYaml } from './scripts/yaml-module.mjs'
import { SecondTries } from './test/support/outside/second-tries.ts'

/** Left out of `npm test`, and run with SANDGATE_TEST_ALL: together they take twice as long as all others. */
const longFiles = [
  'test/architecture/recipes.test.ts',
  'test/browser/*.test.ts',
  'test/dashboard/many-rules.test.ts',
  'test/docs/{confusion,containers,fix-a-double-charge,library,recipes,testcontainers}.test.ts',
  'test/e2e/{books-file,cli-books,cli-output,cli-sweep,cli-sweep-last-failed,demo}.test.ts',
  'test/e2e/{cli-csv,cli-sweep-waits,no-permission,old-node}.test.ts',
  'test/e2e/{example-*,executable,full-disk,mcp,npx,open-files,openapi-tools}.test.ts',
  'test/e2e/{kept-bytecode,resolution,vitest-fixture}.test.ts',
  'test/judge/memory.test.ts',
  'test/model/model.test.ts',
  'test/scripts/linted.test.ts',
  'test/gateway/store/disk/lock.test.ts',
]

/** Left out of CI too, which has minutes; the weekly run has them. */
const weeklyFiles = [
  'test/architecture/recipes.test.ts',
  'test/browser/{live,looking,names,payments,phone,picture}.test.ts',
  'test/browser/{reference,room,strangers}.test.ts',
  'test/docs/confusion.test.ts',
  'test/e2e/{example-agent,example-merchant-app,example-suites,executable}.test.ts',
  'test/e2e/{kept-bytecode,open-files,openapi-tools,resolution}.test.ts',
  'test/judge/memory.test.ts',
]

const leftOut = leftOutOf(process.env.SANDGATE_TEST_ALL)

function leftOutOf(extent = ''): string[] {
  if (extent === '') return longFiles
  return extent === 'gate' ? weeklyFiles : []
}

/** A file that is named always runs; the limits of processor time in bench/limits only if named. */
const isNamed = process.argv.some((word) => /^(?:test|bench)\//.test(word))

/** Where the long files are, which would make a tail if they came last; the longest first. */
const folders = [
  /\/test\/browser\//,
  /\/test\/(?:e2e|docs)\//,
  /\/test\/(?:fuzz|gateway\/store|model)\//,
]

function rankOf({ moduleId }: TestSpecification): number {
  const found = folders.findIndex((folder) => folder.test(moduleId))
  return found < 0 ? folders.length : found
}

/** Long files first. Vitest knows durations only of an earlier run, which a fresh clone has not had. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  plugins: [viteYaml(), viteAssets()],
  test: {
    include: ['test/**/*.test.ts', ...(isNamed ? ['bench/limits/*.test.ts'] : [])],
    exclude: isNamed ? [] : leftOut,
    globalSetup: ['test/support/outside/setup.ts'],
    pool: 'forks',
    // Modules are loaded once in a worker, not once in each file: none keeps what a test changes.
    isolate: false,
    // Two more than there are cores: long files wait a good part of their time, for processes that
    // start and end, for pages, and for time-outs of the clients that they look at.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFilesFirst },
    // CI, whose machine is busy, decides about a change: one failure by chance among thousands of tests
    // must not. Elsewhere nothing is tried again.
    retry: process.env.SANDGATE_TEST_ALL === 'gate' ? 1 : 0,
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS === undefined ? [] : ['github-actions']),
      new SecondTries(),
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine: what is polled for comes in the end, or never.
    expect: { poll: { timeout: 60_000 } },
  },
})
