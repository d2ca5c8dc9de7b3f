import { writeSync } from 'node:fs'

/** Preloaded into a process: at its end it prints its processor time in ms and its largest size in MB. */
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeSync(2, `took ${(userCPUTime + systemCPUTime) / 1000}, peak ${maxRSS / 1024}\n`)
})
