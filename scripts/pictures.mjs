#!/usr/bin/env node
// Makes the pictures of the manual from the program as it is: npm run pictures
// Two runs give the same files on a machine with Debian's chromium-headless-shell and DejaVu fonts (for code).
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { commentPage } from './pictures/comment.mjs'
import { play } from './pictures/play.mjs'
import { COLUMNS, terminalSvg } from './pictures/terminal.mjs'

const MOST_BYTES = 150 * 1024
const WIDTH = 1180

const root = path.resolve(import.meta.dirname, '..')
const images = path.join(root, 'docs', 'images')
const program = path.join('bin', 'sandgate.js')
const run = promisify(execFile)

const executablePath = [
  process.env.SANDGATE_BROWSER ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find(existsSync)
if (executablePath === undefined) {
  console.error('The pictures need a browser: apt-get install chromium-headless-shell')
  process.exit(1)
}

const inter = path.join(
  root,
  'tools/pictures/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)
if (!existsSync(inter)) {
  console.error('The pictures need their font: npm ci --prefix tools/pictures')
  process.exit(1)
}
const font = (await readFile(inter)).toString('base64')
const fontStyle = `
@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
html, body { font-family: Inter, sans-serif !important }`

/** @param {readonly string[]} words an exit code of 4 is a verdict */
async function sandgate(...words) {
  const all = [program, ...words]
  const options = { cwd: root, env: { ...process.env, NO_COLOR: '1' } }
  const { stdout } = await run(process.execPath, all, options).catch((error) => {
    if (error.code === 4) return error
    throw error
  })
  return stdout
}

/** A sandbox with a frozen clock and fixed numbers, whatever port it has. */
async function startSandbox() {
  const clock = ['--clock', '2026-03-09T23:00:00Z', '--seed', '7']
  const shown = ['--public-url', 'http://127.0.0.1:7263']
  const words = ['start', '--port', '0', '--memory', '--json', '--quiet', ...clock, ...shown]
  const time = pathToFileURL(path.join(import.meta.dirname, 'pictures', 'steady-time.mjs')).href
  const child = spawn(process.execPath, ['--import', time, program, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(
    createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) }),
    'line',
  )
  /** @type {string} */
  const url = JSON.parse(line).local_url
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  /** @param {number} ms */
  const moveTime = async (ms) => {
    child.send(ms)
    await once(child, 'message')
  }
  return { url, stop, moveTime }
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-lcd-text', '--font-render-hinting=none'],
})

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * Takes a page in light and in dark, as <name>.webp and <name>-dark.webp.
 * @param {string} name
 * @param {string} address
 * @param {(page: Page) => Promise<number>} prepare gives the height of the picture
 */
async function take(name, address, prepare) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ colorScheme, bypassCSP: true })
    await page.setViewportSize({ width: WIDTH, height: 900 })
    await page.goto(address)
    await page.addStyleTag({ content: fontStyle })
    await page.evaluate('document.fonts.ready')
    const height = Math.ceil(await prepare(page))
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`
    await keep(file, await shot(page, height))
    await page.close()
  }
}

/** As WebP, of which a page of text takes a third of a PNG. @param {Page} page @param {number} height */
async function shot(page, height) {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 90,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: WIDTH, height, scale: 1.5 },
  })
  return Buffer.from(data, 'base64')
}

/** @param {string} file @param {string | Buffer} content */
async function keep(file, content) {
  const bytes = Buffer.byteLength(content)
  if (bytes > MOST_BYTES) throw new Error(`${file} has ${bytes} bytes, more than ${MOST_BYTES}`)
  await writeFile(path.join(images, file), content)
  console.log(`${String(Math.ceil(bytes / 1024)).padStart(4)} KB  docs/images/${file}`)
}

/** Where an element ends, with some room below it. @param {Page} page @param {string} selector */
async function endOf(page, selector) {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`Nothing is at ${selector}`)
  return box.y + box.height + 16
}

/** @param {string} url */
async function takeDashboard(url) {
  await take(
    'payments',
    `${url}/_sandbox`,
    async (page) => await endOf(page, 'main ul, main ol, main table'),
  )
  await take('payment', `${url}/_sandbox`, async (page) => {
    await page.getByRole('link', { name: 'A-1001' }).click()
    await page.locator('#picture').waitFor()
    await page.addStyleTag({ content: fontStyle })
    await page.evaluate('document.fonts.ready')
    return await endOf(page, '#picture')
  })
}

/** @param {string} url @param {string} folder */
async function takeComment(url, folder) {
  const file = path.join(folder, 'comment.html')
  await writeFile(file, commentPage(await sandgate('report', '--url', url, '--format', 'markdown')))
  await take('comment', pathToFileURL(file).href, (page) => endOf(page, 'article'))
}

/** @param {string} folder */
async function takeSweep(folder) {
  const file = path.join(folder, 'sweep.html')
  const shop = ['node', path.join('examples', 'clients', 'naive.mjs')]
  await sandgate('sweep', '--quick', '--report', file, '--', ...shop)
  await take('sweep', pathToFileURL(file).href, async (page) => {
    // The date and the legend are for whoever reads a whole report.
    await page.addStyleTag({ content: '#facts, #legend { display: none }' })
    await page.locator('#verdict p').waitFor()
    return await endOf(page, '#grid')
  })
}

/** The demonstration as a terminal shows it. Times and ids differ in every run, so it has fixed ones. */
async function takeDemo() {
  const command = `stty cols ${COLUMNS} && '${process.execPath}' ${program} demo --exit`
  const { stdout } = await run('script', ['-qec', command, '/dev/null'], { cwd: root })
  const ids = [...new Set(stdout.match(/[0-9a-f]{8}(?=…|-[0-9a-f]{4}-)/g))]
  const printed = ids
    .reduce((text, id, index) => withId(text, id, index + 1), stdout.replaceAll('\r', ''))
    .split(/\d\d:\d\d:\d\d\.\d{3}/)
    .reduce((text, part, index) => `${text}10:02:11.1${index}0${part}`)
  await keep('demo.svg', terminalSvg('npx sandgate demo', printed.trim()))
}

/** @param {string} text @param {string} id @param {number} number */
function withId(text, id, number) {
  const digits = String(number).repeat(4)
  return text
    .replaceAll(new RegExp(`${id}…[0-9a-f]{8}`, 'g'), `${digits}4711…7c0f${digits}`)
    .replaceAll(
      new RegExp(`${id}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`, 'g'),
      `${digits}4711-52ab-4d07-9e3c-11d27c0f${digits}`,
    )
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'))
const sandbox = await startSandbox()
try {
  await play(sandbox)
  await takeDashboard(sandbox.url)
  await takeComment(sandbox.url, folder)
  await takeSweep(folder)
  await takeDemo()
} finally {
  await sandbox.stop()
  await browser.close()
  await rm(folder, { recursive: true })
}
