import type { Command } from 'commander'
import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { NoSandboxError } from '../../client/control-error.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { startServer } from '../../runtime/start-server.ts'
import { type Io, logTo } from '../io.ts'
import { connectToRead, type TargetOptions } from './connection.ts'

/**
 * For commands that only read. A sandbox that was named must answer; if none was named and none
 * answers, the config file and the defaults provide the answer.
 */
export async function askOrTell<Answer>(
  { command, io }: { readonly command: Command; readonly io: Io },
  ask: (client: ControlClient) => Promise<Answer>,
  tell: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(connectToRead(command.opts<TargetOptions>(), io))
  } catch (error) {
    if (!(error instanceof NoSandboxError) || isNamed(command, io)) throw error
    io.stderr.write('No sandbox answers; this is from the config file and the defaults\n')
    return await tell()
  }
}

function isNamed(command: Command, { env }: Io): boolean {
  if (command.opts<TargetOptions>().world) return true
  const source = command.getOptionValueSource('url')
  // An empty variable counts as not set.
  return source === 'cli' || (source === 'env' && env.SANDGATE_URL !== '')
}

/** Asks a temporary in-memory sandbox, started from the config. */
export async function askStandIn<Answer>(
  io: Io,
  ask: (client: ControlClient) => Promise<Answer>,
): Promise<Answer> {
  const settings = await settingsFrom({ port: 0, host: '127.0.0.1', memory: true }, 'serve')
  const local = { ...settings, controlToken: undefined, publicUrl: undefined, tls: undefined }
  const standIn = await startServer(local, logTo(io))
  try {
    return await ask(controlClient({ url: standIn.localUrl }))
  } finally {
    await standIn.stop()
  }
}
