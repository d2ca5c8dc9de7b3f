/** The state of each world as a text that changes with it; null if the world is gone. */
type Pulses = Readonly<Record<string, string | null>>

/** What a page hears. `isAll`: there are no other worlds. */
export type News =
  | { readonly type: 'pulses'; readonly worlds: Pulses; readonly isAll: boolean }
  | { readonly type: 'gone' }

const address = '/_sandbox/live'
const RETRY = 2000

/** Listens to the sandbox for as long as there is one, and again when it is back. */
function listen(hear: (news: News) => void): void {
  const source = new EventSource(address)
  let isAll = true
  source.onmessage = ({ data }: MessageEvent<string>) => {
    hear({ type: 'pulses', worlds: JSON.parse(data) as Pulses, isAll })
    isAll = false
  }
  source.onerror = () => {
    // Our own pace rather than the browser's, which gives up for good after a refusal.
    source.close()
    hear({ type: 'gone' })
    setTimeout(() => listen(hear), RETRY)
  }
}

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
    else if (last !== undefined) port.postMessage({ type: 'pulses', worlds: known, isAll: true })
    port.onmessage = () => ports.splice(ports.indexOf(port), 1)
  }
  listen((news) => {
    last = news
    if (news.type === 'pulses') known = news.isAll ? news.worlds : { ...known, ...news.worlds }
    for (const port of ports) port.postMessage(news)
  })
}

/** In a page: the messages of the worker, or a separate stream if the browser has no shared workers. */
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
