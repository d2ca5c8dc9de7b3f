import * as z from 'zod'
import { errorCode } from '../../base/file-failure.ts'
import type { ControlClient } from '../../control/client/control-client.ts'
import type { HealthResponse } from '../../control/contract/calls/about.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { CliError, exitCode, misuse } from '../cli-error.ts'
import { option } from '../define/option.ts'
import type { Io } from '../io.ts'
import { connectToRead, type TargetOptions } from './connection.ts'

export interface ReadyOptions extends TargetOptions {
  readonly readyFile?: string | undefined
}

interface Answering {
  readonly client: ControlClient
  readonly health: HealthResponse
  readonly url: string
}

/** The sandbox of a ready file is not there, or not yet. */
export class NotReadyError extends CliError {}

const readyLine = z.object({ id: z.string(), url: z.string(), local_url: z.string().optional() })

/** For commands that accept the ready file of `start` in place of an address. */
export const readyFileOption = {
  readyFile: option(
    '--ready-file <file>',
    "use the sandbox that wrote this file ('start --ready-file'), and ignore --url",
    undefined,
    { group: 'Sandbox' },
  ),
}

/** The sandbox that the options name. Another one at the address in the ready file is refused. */
export async function answeringSandbox(
  options: ReadyOptions,
  io: Io,
  signal?: AbortSignal,
): Promise<Answering> {
  const { readyFile: file } = options
  const ready = file === undefined ? undefined : await readReadyFile(file)
  const { url } = ready ?? options
  const client = connectToRead({ ...options, url }, io)
  const health = await client.health(signal)
  if (ready !== undefined && health.id !== ready.id) {
    const message = `Another sandbox responds at ${url}, not the one that wrote ${file}`
    throw new NotReadyError(message, exitCode.noAnswer)
  }
  return { client, health, url }
}

async function readReadyFile(file: string) {
  if (file === '') throw misuse('--ready-file needs the name of a file')
  const text = await readNamed(file).catch((cause: unknown) => {
    if (errorCode(cause) !== 'ENOENT') throw unreadable('ready file', file, cause)
    throw new NotReadyError(`There is no file ${file}; no sandbox wrote it`, exitCode.misuse)
  })
  try {
    const { id, url, local_url } = readyLine.parse(JSON.parse(text))
    return { id, url: local_url ?? url }
  } catch {
    throw misuse(`${file} is not a ready file; pass the file of 'start --ready-file'`)
  }
}
