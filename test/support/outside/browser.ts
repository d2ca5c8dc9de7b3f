import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
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

/** A browser of its own, which keeps an account of what its pages did. */
export class TestBrowser implements AsyncDisposable {
  readonly context: BrowserContext
  /** Errors of pages, and addresses of other hosts that they asked. */
  readonly faults: string[] = []
  readonly #folder: string

  private constructor(context: BrowserContext, folder: string) {
    this.context = context
    this.#folder = folder
  }

  static async open(settings: BrowserContextOptions = {}): Promise<TestBrowser> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-browser-'))
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: executable ?? '',
      args: options,
      viewport: { width: 1600, height: 1000 },
      ...settings,
    })
    context.setDefaultTimeout(30_000)
    return new TestBrowser(context, folder)
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
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
