import { listen, type News, type Pulses } from './pulses.ts'

type Scope = typeof globalThis & { onconnect?: (event: MessageEvent) => void }

export function isSharedWorker(): boolean {
  return typeof document === 'undefined'
}

/** In the worker: one stream for all tabs, since a browser allows six connections to a host. */
export function startSource(): void {
  const ports: MessagePort[] = []
  let known: Pulses = {}
  let last: News | undefined
  const scope: Scope = globalThis
  scope.onconnect = ({ ports: [port] }) => {
    if (port === undefined) return
    ports.push(port)
    if (last?.type === 'gone') port.postMessage(last)
    else if (last !== undefined) port.postMessage({ type: 'pulses', worlds: known })
    port.onmessage = () => ports.splice(ports.indexOf(port), 1)
  }
  listen((news) => {
    last = news
    if (news.type === 'pulses') known = { ...known, ...news.worlds }
    for (const port of ports) port.postMessage(news)
  })
}

/** In a page: the worker's news, or a stream of its own where the browser has no such workers. */
export function subscribe(hear: (news: News) => void): void {
  const script = document.querySelector<HTMLScriptElement>('script[src]')?.src
  if (typeof SharedWorker === 'undefined' || script === undefined) {
    listen(hear)
    return
  }
  const { port } = new SharedWorker(script)
  port.onmessage = ({ data }: MessageEvent<News>) => hear(data)
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) port.postMessage('bye')
  })
}
