/** The variables that send requests through a proxy. */
const proxies = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** The variables that keep calls of this machine away from every proxy, with the exceptions that are there. */
export function withoutProxies(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const { NO_PROXY = '', no_proxy = '' } = env
  const own = `${NO_PROXY},${no_proxy}`.split(/[\s,]+/).filter((one) => one !== '')
  const all = own.includes('*') ? '*' : [...new Set([...own, ...LOOPBACK])].join(',')
  return { NO_PROXY: all, no_proxy: all }
}

/** The proxy variable that is set, if one is. */
export function proxyVariable(env: NodeJS.ProcessEnv): string | undefined {
  return proxies.find((name) => env[name])
}
