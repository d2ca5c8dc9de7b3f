import { existsSync } from 'node:fs'

const usual = [
  process.env.SANDGATE_BROWSER,
  // Without the parts for a screen, which take a third of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The file of a browser for tests; undefined: the machine has none. */
export function installedBrowser(): string | undefined {
  return usual.find((file) => file !== undefined && existsSync(file))
}
