import { defineConfig } from 'vitest/config'
import { viteYaml } from './scripts/yaml-module.mjs'

export default defineConfig({
  plugins: [viteYaml()],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
