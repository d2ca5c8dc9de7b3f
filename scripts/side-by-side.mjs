import { spawn } from 'node:child_process'

/** Runs scripts of package.json at the same time, and prints what each said when it has ended. */

const names = process.argv.slice(2)

await Promise.all(
  names.map(async (name) => {
    const { code, output } = await run(name)
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}  ${name}\n${output}`)
    if (code !== 0) process.exitCode = 1
  }),
)

/** @param {string} name @returns {Promise<{ code: number | null, output: string }>} */
function run(name) {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }))
  })
}
