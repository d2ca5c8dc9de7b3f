import { existsSync, readFileSync } from 'node:fs'

/**
 * Preloaded into a process: at SIGUSR2 it prints how long one turn of the event loop has lasted at
 * most since it was last asked, and all turns together, in milliseconds of processor time. A busy
 * machine stretches real time, but hardly what the work itself takes.
 */
const mainThread = `/proc/self/task/${process.pid}/schedstat`
const used = existsSync(mainThread) ? ofMainThread : ofProcess

/** Only Linux tells it: the compiler's and the garbage collector's threads block nobody. */
function ofMainThread() {
  const [nanoseconds] = readFileSync(mainThread, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

function ofProcess() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let longest = 0
let before = used()
let asked = before

// Due in every turn of a busy loop.
setInterval(() => {
  longest = Math.max(longest, used() - before)
  before = used()
}, 1).unref()

process.on('SIGUSR2', () => {
  process.stderr.write(`longest turn ${longest} of ${used() - asked}\n`)
  longest = 0
  asked = used()
})
