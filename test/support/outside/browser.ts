import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { test } from 'vitest'
import { installedBrowser } from './installed-browser.ts'

const executable = installedBrowser()

/** A test in a real browser, left out where the machine has none. */
export const browserTest = test.skipIf(executable === undefined)

const options = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One for all tests of a worker, which ends with it: to start one takes as long as a test. */
let launched: Promise<Browser> | undefined

/** A context of its own in the browser, which keeps an account of what its pages did. */
export class TestBrowser implements AsyncDisposable {
  readonly context: BrowserContext
  /** Errors of pages, and addresses of other hosts that they asked. */
  readonly faults: string[] = []

  private constructor(context: BrowserContext) {
    this.context = context
  }

  static async open(settings: BrowserContextOptions = {}): Promise<TestBrowser> {
    launched ??= chromium.launch({ executablePath: executable ?? '', args: options })
    const browser = await launched
    const context = await browser.newContext({
      viewport: { width: 1600, height: 1000 },
      ...settings,
    })
    context.setDefaultTimeout(30_000)
    return new TestBrowser(context)
  }

  async page(address: string): Promise<Page> {
    const page = await this.context.newPage()
    const host = new URL(address).host
    page.on('pageerror', ({ message }) => this.faults.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text())
    })
    page.on('request', (request) => {
      if (new URL(request.url()).host !== host) this.faults.push(`asked ${request.url()}`)
    })
    await page.goto(address)
    return page
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close()
  }
}
