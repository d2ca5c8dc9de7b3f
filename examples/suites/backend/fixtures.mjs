import { test as base } from '@playwright/test'
import { connectSandbox } from 'sandgate'

export const test = base.extend({
  world: ({}, use, { parallelIndex }) => use(`worker-${parallelIndex}`),
  extraHTTPHeaders: ({ world }, use) => use({ 'X-Sandbox-World': world }),
  sandbox: [
    async ({ world }, use, { title }) => {
      const sandbox = await connectSandbox(process.env.SANDGATE_URL, { world })
      await sandbox.reset({ label: title })
      await use(sandbox)
    },
    { auto: true },
  ],
})
