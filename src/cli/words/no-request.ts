import { connect } from 'node:net'
import { commandLine } from '../../base/text/copied-request.ts'
import { listText } from '../../base/text/counted.ts'
import { variableName } from '../../runtime/config/command-variables.ts'
import { proxyVariable } from '../../runtime/proxies.ts'
import type { Running } from '../../runtime/running.ts'
import type { Starter } from '../options/start-options.ts'

/** A command that did not call its sandbox. */
export interface Unused {
  readonly starter: Starter
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Those of `--env`. */
  readonly variables: readonly string[]
}

/** What to try, one line each. */
export function unusedAdvice({ starter, words, env, variables }: Unused): readonly string[] {
  const names = ['SANDGATE_API', ...variables.map(variableName)]
  const command = commandLine(words)
  const again = `${starter} --env GATEWAY_URL -- ${command.length > LONGEST ? '…' : command}`
  const proxy = proxyVariable(env)
  return [
    `The address is in ${listText(names, 'and')}. If your code reads another variable: npx sandgate ${again}`,
    `Tests that start their own sandbox with startSandbox() have to use connectSandbox() under ${starter}.`,
    ...(proxy === undefined
      ? []
      : [
          `${proxy} is set. NO_PROXY excludes this machine from it; check that your client reads it.`,
        ]),
  ]
}

/** A longer command hides the advice. */
const LONGEST = 200

/** The addresses in variables of `--env` at which somebody else listens. */
export async function otherServers(
  { url, localUrl }: Running,
  { env, variables }: Pick<Unused, 'env' | 'variables'>,
): Promise<readonly string[]> {
  const own = new URL(localUrl).host
  const found = await Promise.all(
    variables.map(variableName).map(async (name) => {
      const text = env[name] ?? ''
      if (text.startsWith(url) || !/^https?:/.test(text) || !URL.canParse(text)) return []
      const there = await serverAt(new URL(text))
      return there === '' || there === own
        ? []
        : [`${name} is ${text}: another server listens there.`]
    }),
  )
  return found.flat()
}

/** The address of the server that accepts a connection; empty if none does. */
function serverAt({ hostname, port, protocol }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const end = (address: string) => {
      socket.destroy()
      resolve(address)
    }
    socket.setTimeout(PATIENCE_MS, () => end(''))
    socket.on('error', () => end(''))
    socket.on('connect', () => {
      const { remoteAddress = '', remotePort } = socket
      end(`${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`)
    })
  })
}

const PATIENCE_MS = 500
