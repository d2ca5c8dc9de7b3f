import { execFile } from 'node:child_process'
import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { allFindings } from '../../src/judge/findings/all-findings.ts'
import { recipeFor } from '../../src/judge/findings/recipe.ts'
import { linksOf } from './links.ts'
import { type Page, page, pages, root } from './pages.ts'

/** The anchors that the headings of a page make. */
function anchorsOf({ text }: Page): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** What is wrong with a link; undefined where it leads somewhere. */
async function faultOf(from: Page, link: string): Promise<string | undefined> {
  const [file = '', anchor] = link.split('#')
  const name = file === '' ? from.name : path.posix.join(path.posix.dirname(from.name), file)
  const target = pages.find((page) => page.name === name)
  if (anchor !== undefined && target !== undefined) {
    return anchorsOf(target).includes(anchor) ? undefined : `${from.name}: ${link} has no such part`
  }
  const isThere = await access(path.join(root, name)).then(
    () => true,
    () => false,
  )
  return isThere ? undefined : `${from.name}: ${link} is not there`
}

/** What the package leaves out is linked to in the repository. */
const REPOSITORY = 'https://github.com/sandgate/sandgate/blob/main/'

test('every link between the pages leads somewhere', async () => {
  const index: Page = { name: 'README.md', text: '' }
  const links = pages.flatMap((page) =>
    linksOf(page).map((link) =>
      link.startsWith(REPOSITORY)
        ? { page: index, link: link.slice(REPOSITORY.length) }
        : { page, link },
    ),
  )
  const relative = links.filter(({ link }) => !/^[a-z]+:/.test(link))
  const faults = await Promise.all(relative.map(({ page, link }) => faultOf(page, link)))
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
  expect(relative.length).toBeGreaterThan(20)
})

/** The files of the package; npm takes a second to list them. */
async function packedFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts'],
    { cwd: root },
  )
  const [{ files }]: [{ files: readonly { readonly path: string }[] }] = JSON.parse(stdout)
  return files.map((file) => file.path)
}

const packed = await packedFiles()

test('every link of a page that is published leads to something that is published too', () => {
  const isPacked = (name: string) =>
    packed.some((file) => file === name || file.startsWith(`${name.replace(/\/$/, '')}/`))
  const published = pages.filter(({ name }) => isPacked(name))
  const dead = published.flatMap((page) =>
    linksOf(page)
      .filter((link) => !/^[a-z]+:|^#/.test(link))
      .map((link) => path.posix.join(path.posix.dirname(page.name), link.split('#')[0] ?? ''))
      .filter((target) => !isPacked(target))
      .map((target) => `${page.name}: ${target}`),
  )
  expect(dead).toEqual([])
  expect(published.map(({ name }) => name)).toContain('README.md')
  expect(packed.filter((file) => /node_modules|package-lock|__pycache__/.test(file))).toEqual([])
})

test('the README leads to the index of the manual', () => {
  expect(linksOf(page('README.md'))).toContain('docs/README.md')
})

test('the package has what its action runs, and no Dockerfile, which needs the sources', async () => {
  const action = await readFile(path.join(root, 'action.yml'), 'utf8')
  const scripts = [...action.matchAll(/\$GITHUB_ACTION_PATH\/([\w/.-]+)/g)].map(([, name]) => name)
  expect(scripts.length).toBeGreaterThan(1)
  expect(packed).toEqual(expect.arrayContaining(['action.yml', ...scripts]))
  expect(packed).not.toContain('Dockerfile')
  expect(packed.filter((name) => name.startsWith('docs/internals/'))).toEqual([])
  const others = packed.filter((name) => name.startsWith('scripts/') && !scripts.includes(name))
  expect(others).toEqual([])
})

test('every page that the program names is there, with its anchor', async () => {
  const sources = await readdir(path.join(root, 'src'), { recursive: true })
  const named: string[] = []
  for (const name of sources.filter((one) => /\.tsx?$/.test(one))) {
    const text = await readFile(path.join(root, 'src', name), 'utf8')
    named.push(
      ...[...text.matchAll(/\b((?:docs\/[\w/-]+|SECURITY)\.md(?:#[\w-]+)?)/g)].map(
        ([link]) => link,
      ),
    )
  }
  const index: Page = { name: 'README.md', text: '' }
  const faults = await Promise.all([...new Set(named)].map((link) => faultOf(index, link)))
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
  expect(named).toContain('docs/start/careful-payment.md')
})

test('every page that a report names for a finding is there, with its anchor', async () => {
  const codes = [...allFindings.map(({ code }) => code), 'a code of a later version']
  const index: Page = { name: 'README.md', text: '' }
  const explained = allFindings.map(({ code }) => `docs/reference/findings.md#${code}`)
  const named = [...codes.map(recipeFor), ...explained]
  const faults = await Promise.all(named.map((link) => faultOf(index, link)))
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
})

/** Findings whose remedy is no call of the gateway. */
const withoutCall = [
  'browser-call',
  'card-number-in-text',
  'not-a-test-card',
  'looks-like-a-card-number',
  'unmatched-rule',
  'misleading-rule',
  'void-booked-as-refund',
]

test('every finding names the call to make instead, and links to a page that shows how', async () => {
  const findings = page('docs/reference/findings.md').text.split(/^## /m).slice(2)
  const faults = await Promise.all(
    findings.map(async (text) => {
      const code = text.slice(0, text.indexOf('\n'))
      const advice = /^ {2}Instead: (.+)$/m.exec(text)?.[1] ?? ''
      const named = /(GET|POST) \/v1\/(transactions|customers)/.test(advice)
      const recipe = /^ {2}Recipe: (\S+); npx sandgate explain /m.exec(text)?.[1]
      if (named === withoutCall.includes(code)) return `${code}: ${advice}`
      if (recipe === undefined) return `${code} has no recipe`
      return await faultOf({ name: 'README.md', text: '' }, recipe)
    }),
  )
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
  expect(findings).toHaveLength(allFindings.length)
})
