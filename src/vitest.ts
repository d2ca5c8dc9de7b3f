import { randomBytes } from 'node:crypto'
import { test as plainTest, type TestAPI } from 'vitest'
import { connectSandbox, type Sandbox, startSandbox } from './index.ts'
import { withoutProxies } from './runtime/proxies.ts'

export interface SandboxFixtures {
  /** A separate world for each test, which has its name in the report. */
  readonly sandbox: Sandbox
}

interface Task {
  readonly name: string
  readonly suite?: Task | undefined
}

/** Vitest's `test` with a sandbox: the one at `SANDGATE_URL`, or one per worker. */
export const test: TestAPI<SandboxFixtures> = plainTest.extend<
  SandboxFixtures & { readonly sandboxOfWorker: Sandbox }
>({
  sandboxOfWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it what a fixture needs.
    async ({}, use) => {
      Object.assign(process.env, withoutProxies(process.env))
      await using sandbox = await (process.env.SANDGATE_URL ? connectSandbox() : startSandbox())
      await use(sandbox)
    },
    { scope: 'worker' },
  ],
  async sandbox({ sandboxOfWorker, task }, use) {
    const names = namesOf(task)
    await using world = await sandboxOfWorker.world(worldName(names.at(-1) ?? ''))
    await world.reset({ label: names.join(' > ').slice(0, LONGEST_LABEL) })
    await use(world)
  },
})

const LONGEST_LABEL = 200

function namesOf({ suite, name }: Task): readonly string[] {
  return suite === undefined ? [name] : [...namesOf(suite), name]
}

/** Readable in the dashboard and unique, since tests run in parallel and repeatedly. */
function worldName(test: string): string {
  const words = test.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return `${words.slice(0, 28).replaceAll(/^-|-$/g, '') || 'test'}-${randomBytes(5).toString('hex')}`
}
