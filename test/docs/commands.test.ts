import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasLong, isWhole } from '../support/extent.ts'
import { isHere } from '../support/outside/needs.ts'
import type { Ended } from '../support/run-program.ts'
import { type Ground, layGround } from './ground.ts'
import { leftOut } from './left-out.ts'
import { blocksOf, type Page, pages } from './pages.ts'
import { commandsOf, isEndless } from './shell.ts'

interface Script {
  readonly line: number
  readonly commands: readonly string[]
}

/** What a reader of the page is told to run: in a terminal, or as the steps of a CI job. */
function scriptsOf(page: Page): readonly Script[] {
  const shell = blocksOf(page, 'sh').map(({ line, code }) => ({ line, commands: commandsOf(code) }))
  const jobs = blocksOf(page, 'yaml').map(({ line, code }) => ({ line, commands: jobSteps(code) }))
  return [...shell, ...jobs].filter(({ commands }) => commands.length > 0)
}

type Job = { readonly steps?: readonly { readonly run?: string }[]; readonly script?: string[] }

type Document = Job & { readonly jobs?: Record<string, Job>; readonly test?: Job }

/** The commands of a GitHub workflow, of the steps of its job, or of a GitLab job; none of any other YAML. */
function jobSteps(code: string): readonly string[] {
  const document: Document = parse(code)
  const jobs = [...Object.values(document.jobs ?? {}), document.test ?? {}, document]
  return jobs.flatMap(({ steps = [], script = [] }) => [
    ...steps.flatMap(({ run = '' }) => commandsOf(run)),
    ...script,
  ])
}

function isLeftOut(page: Page, command: string): boolean {
  if (command.startsWith('curl ') && !hasCurl) return true
  return leftOut.some((one) => one.page === page.name && one.command === command)
}

const hasCurl = isHere('curl')

/** Endless commands by themselves, and what stands between them together. */
function partsOf(commands: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  for (const command of commands) {
    const last = parts.at(-1)
    if (last === undefined || isEndless(command) || last.some(isEndless)) parts.push([command])
    else last.push(command)
  }
  return parts
}

function runPart(ground: Ground, [first = '', ...rest]: readonly string[]): Promise<Ended> {
  return isEndless(first) ? ground.runUntilHeard(first) : ground.run([first, ...rest])
}

/** The first page that people read; in CI the next ones, and each week all. */
const isTried = (name: string) =>
  isWhole || name === 'README.md' || (hasLong && name.startsWith('docs/start/'))

const withScripts = pages.filter((page) => scriptsOf(page).length > 0 && isTried(page.name))

test.each(withScripts)('the commands of $name work', async (page) => {
  await using ground = await layGround(page)
  for (const { line, commands } of scriptsOf(page)) {
    const runnable = commands.filter((command) => !isLeftOut(page, command))
    for (const part of partsOf(runnable)) {
      const { code, stdout, stderr } = await runPart(ground, part)
      expect(code, [`${page.name}:${line}`, ...part, stdout, stderr].join('\n')).toBe(0)
    }
  }
})

test('what is not run is still there, so that no reason outlives its command', () => {
  const all = pages.flatMap((page) =>
    scriptsOf(page).flatMap(({ commands }) =>
      commands.map((command) => `${page.name}: ${command}`),
    ),
  )
  expect(leftOut.filter(({ page, command }) => !all.includes(`${page}: ${command}`))).toEqual([])
})
