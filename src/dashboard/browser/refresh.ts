import { clockShown } from './clock.ts'
import { showChosen } from './keys.ts'
import { morph } from './morph.ts'
import { drawFresh } from './picture.ts'

/** Fetches the page again and changes what differs. */
export async function refresh(): Promise<void> {
  const asked = location.href
  const answer = await fetch(asked, {
    headers: { Accept: 'text/html', 'X-Sandbox-Live': '1' },
  }).catch(() => undefined)
  if (answer === undefined) return
  // Someone has to sign in again.
  if (answer.status === 401) location.reload()
  const text = await answer.text()
  // Another page has taken its place meanwhile.
  if (location.href !== asked) return
  const next = new DOMParser().parseFromString(text, 'text/html')
  const { pulse } = next.body.dataset
  if (!answer.ok || pulse === undefined || pulse === '') {
    // What the page showed is there no more; what it shows is still worth reading.
    document.body.dataset.pulse = answer.headers.get('X-Sandbox-Pulse') ?? ''
    return
  }
  if (scriptOf(next) !== scriptOf(document)) location.reload()
  // What was waited for is there, at its own address.
  if (answer.redirected) history.replaceState(history.state, '', answer.url)
  show(next)
}

/** Shows another page in place of this one, as far as they differ. */
export function showPage(text: string): void {
  show(new DOMParser().parseFromString(text, 'text/html'))
}

function show(next: Document): void {
  if (document.title !== next.title) document.title = next.title
  const icon = document.getElementById('icon')
  const href = next.getElementById('icon')?.getAttribute('href')
  if (icon && href && icon.getAttribute('href') !== href) icon.setAttribute('href', href)
  morph(document.body, next.body)
  drawFresh()
  clockShown()
  showChosen()
}

/** A restarted sandbox may be another version. */
function scriptOf(page: Document): string | null | undefined {
  return page.querySelector('script[src]')?.getAttribute('src')
}
