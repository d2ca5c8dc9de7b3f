import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { viteAssets } from '../../scripts/asset-module.mjs'
import { viteYaml } from '../../scripts/yaml-module.mjs'

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  plugins: [viteYaml(), viteAssets()],
  test: {
    include: (process.env.MUTATE_TESTS ?? 'test').split(',').map((one) => `${one}/**/*.test.ts`),
    testTimeout: 60_000,
  },
})
