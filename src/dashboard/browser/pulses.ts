/** What the sandbox tells of its worlds: a text that changes with each; null where one is gone. */
export type Pulses = Readonly<Record<string, string | null>>

/** What a page hears. */
export type News = { readonly type: 'pulses'; readonly worlds: Pulses } | { readonly type: 'gone' }

const address = '/_sandbox/live'
const RETRY = 2000

/** Listens to the sandbox for as long as there is one, and again when it is back. */
export function listen(hear: (news: News) => void): void {
  const source = new EventSource(address)
  source.onmessage = ({ data }: MessageEvent<string>) => {
    hear({ type: 'pulses', worlds: JSON.parse(data) as Pulses })
  }
  source.onerror = () => {
    // Our own pace rather than the browser's, which gives up for good after a refusal.
    source.close()
    hear({ type: 'gone' })
    setTimeout(() => listen(hear), RETRY)
  }
}
