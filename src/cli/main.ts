import { failureOf } from './failure.ts'
import { run } from './program.ts'
import { styleFor } from './style.ts'

// Whoever reads us may stop reading: `sandgate requests | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const { lines, exitCode } = failureOf(error)
  const prefix = styleFor(process.stderr)('bad', 'error:')
  for (const line of lines) process.stderr.write(`${prefix} ${line}\n`)
  process.exitCode = exitCode
}
