import { type ControlClient, controlClient } from '../../client/control-client.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { startServer } from '../../runtime/start-server.ts'
import type { Io } from '../io.ts'
import { logTo } from './start-log.ts'

/** Asks a sandbox in memory that lives no longer than the question: one that the config would start. */
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
