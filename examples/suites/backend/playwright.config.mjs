import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 3000)

export default defineConfig({
  testMatch: '*.spec.mjs',
  fullyParallel: true,
  webServer: { command: 'node app.mjs', port },
  use: { baseURL: `http://127.0.0.1:${port}` },
})
