import { defineConfig } from 'vitest/config'
import { viteAssets } from './scripts/asset-module.mjs'
import { viteYaml } from './scripts/yaml-module.mjs'

export default defineConfig({
  plugins: [viteYaml(), viteAssets()],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/installed-browser.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
