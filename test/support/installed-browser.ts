import { existsSync } from 'node:fs'

const usual = [
  process.env.SANDGATE_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The file of a browser for tests; undefined: the machine has none. */
export function installedBrowser(): string | undefined {
  return usual.find((file) => file !== undefined && existsSync(file))
}

/** Before the first test, once: says what is left out, or refuses where nothing may be. */
export function setup(): void {
  if (installedBrowser() !== undefined) return
  const advice = 'apt-get install chromium, or set SANDGATE_BROWSER to a Chromium'
  if (process.env.SANDGATE_TEST_ALL) throw new Error(`There is no browser: ${advice}`)
  console.warn(`The browser tests were left out: ${advice}.`)
}
