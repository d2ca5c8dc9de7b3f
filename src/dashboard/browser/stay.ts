import { showPage } from './refresh.ts'

/**
 * Links and forms that show another part of the same page keep the reader's place: the page changes
 * around it, and the focus goes to the result, which is the hash of their address.
 */
export function startStaying(): void {
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest('a[data-stay]') : null
    if (link === null || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    void stay(new URL(link.getAttribute('href') ?? '', location.href))
  })
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-stay')) return
    event.preventDefault()
    const address = new URL(form.action)
    for (const [name, value] of new FormData(form)) address.searchParams.set(name, `${value}`)
    void stay(address)
  })
  addEventListener('popstate', () => {
    if (document.querySelector('[data-stay]')) void show(new URL(location.href))
  })
}

async function stay(address: URL): Promise<void> {
  if (!(await show(address))) {
    location.assign(address)
    return
  }
  history.pushState(null, '', address)
  const result = document.getElementById(address.hash.slice(1))
  const heading = result?.querySelector<HTMLElement>('h2')
  if (!result || !heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const { top } = result.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) result.scrollIntoView()
}

/** How many pages were asked for: only the last of them is shown. */
let asked = 0

async function show(address: URL): Promise<boolean> {
  asked += 1
  const own = asked
  const answer = await fetch(address, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return false
  const text = await answer.text()
  if (own !== asked) return true
  // What was chosen before is part of the address now.
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-stay]')) {
    if (document.activeElement instanceof HTMLSelectElement) document.activeElement.blur()
    form.reset()
  }
  showPage(text)
  return true
}
