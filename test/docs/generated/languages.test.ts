import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { recipes, root } from '../pages.ts'
import { expectParts, fenced } from './written.ts'

interface Language {
  readonly page: string
  readonly language: keyof typeof recipes
  /** The suite to copy, and the test of it that the page shows. */
  readonly suite: string
  readonly suiteLanguage: string
  readonly tested: RegExp
  /** What the recipe does once it has the id of the order. */
  readonly pays: RegExp
}

const languages: readonly Language[] = [
  {
    page: 'docs/start/node.md',
    language: 'mjs',
    suite: 'vitest/checkout.test.ts',
    suiteLanguage: 'ts',
    tested: /^test\.concurrent\('a lost response.*?^}\)$/ms,
    pays: /^ {2}for \(let attempt.*?(?=^}$)/ms,
  },
  {
    page: 'docs/start/python.md',
    language: 'python',
    suite: 'pytest/test_checkout.py',
    suiteLanguage: 'python',
    tested: /^def test_a_lost_response.*?(?=\n\n\n)/ms,
    pays: /^ {4}for _ in range\(3\).*?(?=\n\n\n)/ms,
  },
  {
    page: 'docs/start/php.md',
    language: 'php',
    suite: 'phpunit/CheckoutTest.php',
    suiteLanguage: 'php',
    tested: /^ {4}public function testALostResponse.*?^ {4}}$/ms,
    pays: /^ {4}for \(\$attempt.*?(?=^}$)/ms,
  },
  {
    page: 'docs/start/java.md',
    language: 'java',
    suite: 'junit/CheckoutTest.java',
    suiteLanguage: 'java',
    tested: /^ {2}@Test\n {2}void aLostResponse.*?^ {2}}$/ms,
    pays: /^ {8}for \(int attempt.*?(?=^ {4}}$)/ms,
  },
  {
    page: 'docs/start/go.md',
    language: 'go',
    suite: 'go/checkout_test.go',
    suiteLanguage: 'go',
    tested: /^func TestALostResponse.*?^}$/ms,
    pays: /^\tfor attempt := 1.*?(?=^}$)/ms,
  },
]

/** A part of a file, moved to the left edge. */
async function partOf(file: string, part: RegExp): Promise<string> {
  const [found] = part.exec(await readFile(path.join(root, file), 'utf8')) ?? []
  if (found === undefined) throw new Error(`${file} has nothing like ${part}`)
  const indent = /^[ \t]*/.exec(found)?.[0] ?? ''
  return found.trimEnd().replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

test.for(languages)(
  '$page shows one test of its suite and how its recipe pays',
  async ({ page, language, suite, suiteLanguage, tested, pays }) => {
    await expectParts(page, {
      test: fenced(suiteLanguage, await partOf(`examples/suites/${suite}`, tested)),
      recipe: fenced(language, await partOf(recipes[language], pays)),
    })
  },
)

/** The file of an example, as the page shows it. */
async function fileOf(name: string): Promise<string> {
  return fenced(
    'js',
    (await readFile(path.join(root, 'examples/suites/backend', name), 'utf8')).trim(),
  )
}

test('the page about a backend in its own process shows the files of its example', async () => {
  await expectParts('docs/guides/own-backend.md', {
    app: await fileOf('app.mjs'),
    serial: await fileOf('checkout.test.mjs'),
    config: await fileOf('playwright.config.mjs'),
    fixtures: await fileOf('fixtures.mjs'),
    parallel: await fileOf('checkout.spec.mjs'),
  })
})
