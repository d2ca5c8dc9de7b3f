import { execFileSync, spawnSync } from 'node:child_process'

/** Whether this system can take a process's room on the disk away while it runs. */
export const canFill =
  process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

/**
 * A limit of one byte makes every write fail as on a full disk.
 * @param {number} pid @param {boolean} isFull
 */
export function fillDisk(pid, isFull) {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? '1' : 'unlimited'}:`])
}
