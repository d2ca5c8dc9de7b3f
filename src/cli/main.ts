import { defaultSettings } from '../runtime/settings.ts'
import { startServer } from '../runtime/start-sandbox.ts'

const running = await startServer(
  { ...defaultSettings, port: Number(process.env.PORT ?? 4010) },
  console.error,
)
console.log(running.url)
