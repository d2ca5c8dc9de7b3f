/**
 * Preloaded into a process: at SIGUSR2 it prints how long one turn of the event loop has lasted at
 * most since it was last asked, in milliseconds of processor time. A busy machine stretches real
 * time, but hardly what the work itself takes.
 */
let longest = 0
let before = process.cpuUsage()

// Due in every turn of a busy loop.
setInterval(() => {
  const { user, system } = process.cpuUsage(before)
  longest = Math.max(longest, (user + system) / 1000)
  before = process.cpuUsage()
}, 1).unref()

process.on('SIGUSR2', () => {
  process.stderr.write(`longest turn ${longest}\n`)
  longest = 0
})
