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
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const { dataset } = form
    if (dataset.try !== undefined) void tryOut(form)
    else if (dataset.stay === undefined) void send(form)
    else void stay(new URL(`?${fieldsOf(form)}${new URL(form.action).hash}`, form.action))
  })
  addEventListener('popstate', () => {
    if (document.querySelector('[data-stay]')) void show(new URL(location.href))
  })
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]))
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

/**
 * Sends a form of the reference and shows its answer beside it. What was typed stays as it is: it
 * may hold a card number, which nobody but this page keeps.
 */
async function tryOut(form: HTMLFormElement): Promise<void> {
  const { dataset } = form
  if (dataset.sending !== undefined) return
  dataset.typed = dataset.sending = ''
  const state = form.querySelector('[data-state]') ?? document.createElement('p')
  state.textContent = 'Waiting for the response …'
  try {
    const headers = { Accept: 'text/html' }
    const answer = await fetch(form.action, { method: 'POST', headers, body: fieldsOf(form) })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const page = await answer.text()
    history.replaceState(null, '', answer.url)
    showPage(page)
    state.textContent = ''
    const said = form.closest('.try')?.querySelector('#notice, #try-answer')
    said?.scrollIntoView({ block: 'nearest' })
  } catch {
    state.textContent = 'The sandbox does not respond to this page. Reload the page.'
  }
  delete dataset.sending
}

/** A form that cannot be sent keeps what was typed: the browser's own error page would not. */
async function send(form: HTMLFormElement): Promise<void> {
  const { href = '' } = document.querySelector<HTMLLinkElement>('#icon') ?? {}
  const answer = await fetch(href, { cache: 'no-store' }).catch(() => undefined)
  if (answer) form.submit()
  else say('The sandbox does not respond. Nothing was sent; what you typed is still here.')
}

/** Says something about the sandbox at the top of the page. */
export function say(text: string): void {
  const element = document.getElementById('offline')
  if (element === null || element.textContent === text) return
  element.textContent = text
  element.hidden = text === ''
  document.body.classList.toggle('gone', text !== '')
}
