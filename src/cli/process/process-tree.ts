import { type ChildProcess, spawn } from 'node:child_process'

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
  if (process.platform === 'win32') {
    killTree(child, pid)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Its whole group has ended already.
  }
}

/** Windows knows only the parent of each process, so the tree is ended from its root while that lives. */
function killTree(child: ChildProcess, pid: number): void {
  if (child.exitCode !== null) return
  const options = { stdio: 'ignore', windowsHide: true, detached: true } as const
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], options)
    .on('error', () => child.kill())
    .unref()
}
