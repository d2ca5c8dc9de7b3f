import type { Command } from 'commander'
import type { ControlClient } from '../../client/control-client.ts'
import { NoSandboxError } from '../../client/control-error.ts'
import type { Io } from '../io.ts'
import { connectToRead, type TargetOptions } from './connection.ts'

/**
 * For commands that only tell. A sandbox that was named must answer; where none was named and none
 * answers, the config file and the defaults say what one would.
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
