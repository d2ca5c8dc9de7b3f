import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Options of `spawn` for a command whose whole tree can be ended. Elsewhere than on Windows it leads a process group. */
export const ownTree =
  process.platform === 'win32' ? { windowsHide: true } : ({ detached: true } as const)

const running = new Set<ChildProcess>()

/** Ends a command's tree if this process exits before it, as a second Ctrl-C makes it; returns how to forget it. */
export function killAtExit(child: ChildProcess): () => void {
  if (running.size === 0) process.on('exit', killAll)
  running.add(child)
  return () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killAll)
  }
}

function killAll(): void {
  for (const child of running) signalTree(child, 'SIGKILL')
}

/** Sends a signal to a command and all that it started. On Windows every signal kills. */
export function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') killTree(child, pid)
  else signalProcess(-pid, signal)
}

/**
 * Ends a command that shares our process group, and all that it started, at once. A group of its own
 * would take the terminal away from it.
 */
export function killChild(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    killTree(child, pid)
    return
  }
  let tree: readonly number[] = []
  // A stopped process starts no others, so that none can be missed.
  for (let count = -1; count < tree.length; ) {
    count = tree.length
    tree = [pid, ...descendantsOf(pid)]
    for (const one of tree) signalProcess(one, 'SIGSTOP')
  }
  for (const one of tree) signalProcess(one, 'SIGKILL')
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already, or its whole group has.
  }
}

function descendantsOf(root: number): readonly number[] {
  const found = new Set([root])
  const all = process.platform === 'linux' ? listedInProc() : listedByPs()
  // A set is walked to its end, also when that is added meanwhile.
  for (const parent of found) {
    for (const [pid, itsParent] of all) if (itsParent === parent) found.add(pid)
  }
  found.delete(root)
  return [...found]
}

/** Every process with its parent. Small images have no `ps`. */
function listedInProc(): readonly (readonly [number, number])[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // The name of the program is in parentheses and may contain some itself.
      const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      return [[Number(name), Number(parent)] as const]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

function listedByPs(): readonly (readonly [number, number])[] {
  const { stdout = '' } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    return [pid, parent]
  })
}

/** Windows knows only the parent of each process, so the tree is ended from its root while that lives. */
function killTree(child: ChildProcess, pid: number): void {
  if (child.exitCode !== null) return
  const options = { stdio: 'ignore', windowsHide: true, detached: true } as const
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], options)
    .on('error', () => child.kill())
    .unref()
}
