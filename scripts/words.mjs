#!/usr/bin/env node
// Phrases that the tree must not have; with --pages, the size of each page and how easily it reads.
// node scripts/words.mjs [--pages]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { phrasesIn, unexplainedIn } from './words/phrases.mjs'
import { pageFacts } from './words/prose.mjs'

const root = new URL('../', import.meta.url)

/** @param {readonly string[]} patterns */
function filesOf(...patterns) {
  const listed = execFileSync('git', ['ls-files', '-z', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((name) => name !== '')
}

/** @param {string} name */
const textOf = (name) => readFileSync(new URL(name, root), 'utf8')

const guides = ['docs/start', 'docs/guides', 'docs/concepts']

/** The files whose types the library exports: editors show their comments. */
function publicSources() {
  const entries = ['index', 'vitest'].map((name) => textOf(`src/${name}.ts`)).join('\n')
  const found = entries.matchAll(/^(?:export|\}) .*from '\.\/(.+\.ts)'$/gm)
  return new Set([...found].map(([, name]) => `src/${name}`))
}

if (process.argv.includes('--pages')) {
  const pages = filesOf('README.md', ...guides)
  const facts = pages.map((name) => ({ name, ...pageFacts(textOf(name)) }))
  for (const { name, words, ease } of facts) {
    console.log(`${String(words).padStart(6)} words  ease ${String(ease).padStart(3)}  ${name}`)
  }
  const sum = facts.reduce((total, { words }) => total + words, 0)
  console.log(`${String(sum).padStart(6)} words on ${facts.length} pages`)
} else {
  const files = filesOf('*.md', 'src', 'examples', 'scenarios', 'plans', ':!*.json')
  const tests = filesOf('test').filter(
    (name) => /\.test\.ts$/.test(name) && name !== 'test/docs/words.test.ts',
  )
  const shown = publicSources()
  const faults = [...files, ...tests].flatMap((name) =>
    phrasesIn(textOf(name), {
      isCode: !name.endsWith('.md'),
      isTest: name.startsWith('test/'),
      isPublic: shown.has(name) || name.startsWith('examples/'),
    }).map((fault) => `${name}:${fault}`),
  )
  const pages = filesOf('README.md', 'CHANGELOG.md', 'docs/README.md', ...guides)
  const unexplained = pages.flatMap((name) =>
    unexplainedIn(textOf(name)).map((fault) => `${name}:${fault}`),
  )
  for (const fault of [...faults, ...unexplained]) console.error(fault)
  if (faults.length + unexplained.length > 0) process.exitCode = 1
}
