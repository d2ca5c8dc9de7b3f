import type { Settings } from '../../runtime/config/settings.ts'
import type { Running } from '../../runtime/running.ts'

/** What a command finds its sandbox by. */
export function sandboxEnvironment(
  { url, api, dashboard, ca }: Running,
  { controlToken }: Settings,
): NodeJS.ProcessEnv {
  return {
    SANDGATE_URL: url,
    SANDGATE_API: api,
    SANDGATE_DASHBOARD: dashboard,
    ...(ca !== undefined && { SANDGATE_CA: ca, NODE_EXTRA_CA_CERTS: ca }),
    ...(controlToken && { SANDGATE_TOKEN: controlToken }),
  }
}
