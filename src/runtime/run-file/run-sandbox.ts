import { promises } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config/settings.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Log, Running, StartHooks } from '../running.ts'
import { startServer } from '../start-server.ts'
import { newTemporaryFolder } from '../temporary-folder.ts'
import type { RunHeader } from './run-record.ts'

/** Starts a sandbox with the options of a recorded run. */
export async function startFrom(
  header: RunHeader,
  hooks: StartHooks,
  { port, log, ...limits }: Pick<Settings, 'port'> & { readonly log: Log } & Partial<Settings>,
): Promise<Running> {
  const folder = await newTemporaryFolder('sandgate-open-')
  try {
    const settings = { ...(await settingsOf(header, folder)), ...limits, port }
    return await startServer(settings, log, hooks)
  } finally {
    await promises.rm(folder, { recursive: true })
  }
}

async function settingsOf(header: RunHeader, folder: string): Promise<Settings> {
  const scenario = await Promise.all(
    header.scenarios.map(async (entry, i) => {
      if (typeof entry === 'string') return entry
      const file = join(folder, `${i}.json`)
      // Its page shows it by lines.
      await promises.writeFile(file, JSON.stringify(entry, undefined, 2))
      return file
    }),
  )
  const { seed, clock } = header
  // These name files, which a run file has itself; it may come from anybody.
  const { server: _server, scenarios: _listed, holidays: _file, ...config } = header.config
  const options = { scenario, seed, config, memory: true, ...(clock && { clock }) }
  const settings = await settingsFrom(options, 'test', folder)
  return {
    ...settings,
    holidays: header.holidays,
    explicit: { ...settings.explicit, ...header.explicit },
  }
}
