import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { freePort } from '../../scripts/free-port.mjs'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { Command, CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { type Ended, runProgram } from '../support/run-program.ts'
import { VaultClient } from '../support/vault-client.ts'
import { startEndless } from './endless.ts'
import { blocksOf, type Page, root } from './pages.ts'
import { heard, leavesSomething, movedTo, plainWords, startsOwnSandbox } from './shell.ts'

/** Where the commands of a page are run. */
export interface Ground extends AsyncDisposable {
  /** Runs lines of a block as one script, which stops at the first failure. */
  run(commands: readonly string[]): Promise<Ended>
  /** Runs a command that does not end by itself until it says something, and stops it. */
  runUntilHeard(command: string): Promise<Ended>
}

/** A folder with scenarios, and in it a sandbox that has seen some use. */
export async function layGround(page: Page): Promise<Ground> {
  const folder = await scratchFolder(scenariosOf(page))
  const env = { NO_COLOR: '1', PATH: await programsIn(folder) }
  const placeAt = (url: string) => ({ cwd: folder.path, env: { ...env, SANDGATE_URL: url } })
  const sandbox = await CommandSandbox.start(['--quiet', '--data', folder.at('.data')])
  const { url } = sandbox
  await use(sandbox.api)
  return {
    async run(commands) {
      const isOwn = commands.some(startsOwnSandbox)
      const port = isOwn ? await freePort() : Number(new URL(url).port)
      const lines = commands.map((command) => movedTo(port, command))
      return await runLines(lines, placeAt(`http://127.0.0.1:${port}`))
    },
    async runUntilHeard(command) {
      const words = plainWords(heard(command))
      if (words === undefined) return (await startEndless(heard(command), placeAt(url))).stop()
      const endless = new Command(words, placeAt(url))
      await endless.printing(/./)
      return await endless.interrupt()
    },
    async [Symbol.asyncDispose]() {
      await sandbox.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Our own commands in this process, for each shell takes a while; others by a shell. */
async function runLines(lines: readonly string[], place: Place): Promise<Ended> {
  if (lines.some(leavesSomething)) return await runShell(lines.join('\n'), place)
  let ended: Ended = { code: 0, stdout: '', stderr: '' }
  for (const line of lines) {
    const words = plainWords(line)
    ended = await (words === undefined ? runShell(line, place) : sandgate(words, place))
    if (ended.code !== 0) break
  }
  return ended
}

function runShell(script: string, { cwd, env }: Place): Promise<Ended> {
  return runProgram(['sh', '-e', '-c', script], { cwd, env: { ...process.env, ...env } })
}

const program = `exec '${process.execPath}' '${path.join(root, 'bin', 'sandgate.js')}' "$@"`
const fromRegistry = `[ "$1" = --yes ] && shift
case "$1" in sandgate|sandgate@*) shift; ${program};; esac
exit 64`

/** A test suite of one request, where a sandbox is given to it. */
const suite = `[ -z "$SANDGATE_API" ] || exec '${process.execPath}' -e 'fetch(process.env.SANDGATE_API)'`

/** What stands in for the programs that the manual calls; any other use of them fails. */
const programs: Readonly<Record<string, string>> = {
  sandgate: program,
  npx: fromRegistry,
  npm: `[ "$*" = test ] || exit 64\n${suite}`,
  pytest: suite,
  composer: suite,
  mvn: suite,
  go: suite,
  curl: `PATH=\${PATH#*:}\nexec curl --fail-with-body --show-error "$@"`,
}

/** Gives the search path on which they come first. */
async function programsIn(folder: Scratch): Promise<string> {
  for (const [name, script] of Object.entries(programs)) {
    await folder.write(`.programs/${name}`, `#!/bin/sh\n${script}\n`)
    await chmod(folder.at(`.programs/${name}`), 0o755)
  }
  const { PATH } = process.env
  return `${folder.at('.programs')}:${PATH}`
}

/** What a reader is taken to have written. */
const own =
  'name: checkout\nextends: [default]\nrules: [{ when: { amount: "4711" }, outcome: {} }]\n'

/** The reader's scenario and those of the page, under the file names that commands use. */
function scenariosOf(page: Page): Record<string, string> {
  const found = blocksOf(page, 'yaml').flatMap(({ code }) => {
    const { name, rules }: { readonly name?: string; readonly rules?: unknown } = parse(code)
    return rules === undefined ? [] : [[`${name}.yaml`, code]]
  })
  return { 'checkout.yaml': own, ...Object.fromEntries(found) }
}

/** Purchase 1000001, pending debit 1000002, and a customer with a token. */
async function use(api: string): Promise<void> {
  const gateway = new GatewayClient(api)
  await gateway.purchase()
  await gateway.purchase(byDirectDebit())
  const vault = new VaultClient(api)
  const { body } = await vault.createCustomer()
  await vault.createToken(body.id)
}
