import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The words that start Node for Windows: its own on Windows, else the one named, under wine. */
export const windowsNode = startingWords()

function startingWords(): readonly [string, ...string[]] | undefined {
  if (process.platform === 'win32') return [process.execPath]
  const { SANDGATE_WINDOWS_NODE: node } = process.env
  if (node === undefined || !existsSync(node)) return undefined
  // Not every processor's wine runs every build of Node.
  const options = { env: wineEnvironment(), stdio: 'ignore', timeout: 120_000 } as const
  return spawnSync('wine', [node, '-e', '0'], options).status === 0 ? ['wine', node] : undefined
}

function wineEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1' }
}

const root = path.resolve(import.meta.dirname, '../../..')
const program = [...(windowsNode ?? []), path.join(root, 'bin/sandgate.js')]

/** What runs the single executable, if `npm run executable -- --all` has built it. */
export const windowsExecutable = executableWords()

function executableWords(): readonly string[] | undefined {
  const file = path.join(root, 'executables/sandgate-win-x64.exe')
  if (windowsNode === undefined || !existsSync(file)) return undefined
  return [...windowsNode.slice(0, -1), file]
}

interface Started {
  readonly env?: NodeJS.ProcessEnv
  /** What runs the command line: Node with the built package, or the single executable. */
  readonly words?: readonly string[] | undefined
}

interface WindowsEnd {
  readonly code: number | null
  readonly output: string
}

/** The built command line for Windows. Its output is a file: wine has no pipes for Node. */
export class WindowsProcess implements AsyncDisposable {
  readonly ended: Promise<WindowsEnd>
  readonly kill: () => void

  constructor(
    args: readonly string[],
    cwd: string,
    { env = {}, words: [first = '', ...before] = program }: Started = {},
  ) {
    const outcome = mkdtemp(path.join(tmpdir(), 'sandgate-windows-')).then((folder) => {
      const file = path.join(folder, 'output')
      const fd = openSync(file, 'w')
      const child = spawn(first, [...before, ...args], {
        cwd,
        env: { ...wineEnvironment(), NO_COLOR: '1', ...env },
        stdio: ['ignore', fd, fd],
        timeout: 300_000,
      })
      closeSync(fd)
      const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return { child, folder, file, code }
    })
    this.kill = () => void outcome.then(({ child }) => child.kill('SIGKILL'))
    this.ended = outcome.then(async ({ code, file, folder }) => {
      const ended = { code: await code, output: await readFile(file, 'utf8') }
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      return ended
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill()
    await this.ended
  }
}

/** Runs a command to its end. */
export function onWindows(
  args: readonly string[],
  cwd: string,
  started?: Started,
): Promise<WindowsEnd> {
  return new WindowsProcess(args, cwd, started).ended
}
