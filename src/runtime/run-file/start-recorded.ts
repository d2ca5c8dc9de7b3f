import type { Log, Running, StartHooks } from '../running.ts'
import { startServer } from '../start-server.ts'
import type { RecordedStart } from './recorded-header.ts'

/**
 * Starts a sandbox. If `file` is given, the run is written to it; the file is complete once the
 * sandbox has stopped.
 */
export async function startRecorded(
  file: string | undefined,
  start: RecordedStart,
  log: Log,
  hooks: StartHooks = {},
): Promise<Running> {
  if (file === undefined) return await startServer(start.settings, log, hooks)
  const { startRecording } = await import('./start-recording.ts')
  const { recording, settings, close } = await startRecording(file, start)
  const taped = { ...hooks, tape: recording, realTime: recording.realTime }
  const running = await startServer(settings, log, taped)
  if (settings.data !== undefined) {
    for (const world of running.worlds.list()) recording.beginWith(world)
  }
  let closed: Promise<void> | undefined
  return {
    ...running,
    stop: async () => {
      await running.stop()
      closed ??= running.report().then(({ findings }) => close(findings))
      await closed
    },
  }
}
