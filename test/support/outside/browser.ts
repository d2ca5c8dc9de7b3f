import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
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

/** A page that a test has left behind clean: to open another takes longer than to use it. */
let spare: Page | undefined

interface Look {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'dark' | 'light'
}

interface Settings extends Look {
  readonly permissions?: string[]
}

/** A browser of which no other test sees anything, which keeps an account of what its pages did. */
export class TestBrowser implements AsyncDisposable {
  readonly context: BrowserContext
  /** Errors of pages, and addresses of other hosts that they asked. */
  readonly faults: string[] = []
  readonly #look: Required<Look>
  #first: Page | undefined

  private constructor(context: BrowserContext, look: Look, first?: Page) {
    this.context = context
    this.#look = { viewport: { width: 1600, height: 1000 }, colorScheme: 'light', ...look }
    this.#first = first
  }

  static async open({ permissions = [], ...look }: Settings = {}): Promise<TestBrowser> {
    const page = spare ?? (await newContext()).pages()[0]
    spare = undefined
    if (page === undefined) throw new Error('The browser opened no page')
    await page.context().grantPermissions(permissions)
    return new TestBrowser(page.context(), look, page)
  }

  async page(address: string): Promise<Page> {
    const page = await this.newPage()
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

  async newPage(): Promise<Page> {
    const { viewport, colorScheme } = this.#look
    const page = this.#first ?? (await this.context.newPage())
    this.#first = undefined
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, media: null })
    return page
  }

  /** Closes all pages but one, which the next test begins with. */
  async [Symbol.asyncDispose](): Promise<void> {
    const [page, ...others] = this.context.pages()
    if (page === undefined) return
    for (const other of others) await other.close()
    await page.unrouteAll()
    for (const event of ['pageerror', 'console', 'request'] as const) page.removeAllListeners(event)
    await page.goto('about:blank')
    await this.context.clearCookies()
    await this.context.clearPermissions()
    spare = page
  }
}

async function newContext(): Promise<BrowserContext> {
  launched ??= chromium.launch({ executablePath: executable ?? '', args: options })
  const context = await (await launched).newContext()
  context.setDefaultTimeout(30_000)
  await context.newPage()
  return context
}
