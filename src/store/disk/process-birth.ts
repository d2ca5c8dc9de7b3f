import { readFileSync } from 'node:fs'
import { errorCode } from '../../document/file-failure.ts'

/**
 * When a process began, as the system counts it: process numbers are used again, a number together
 * with its birth is not. Undefined where the system does not say (only Linux does), and `dead` for
 * one that only waits for its parent to notice.
 */
export function birthOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything; behind it come the state and, as the 20th, the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'dead'
    const ticks = fields[19]
    return ticks === undefined ? undefined : `${boot.trim()}/${ticks}`
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and belongs to someone else.
    return errorCode(error) === 'EPERM'
  }
}
