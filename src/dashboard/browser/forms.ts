import { showPage } from './refresh.ts'

/**
 * Sends a form of the reference and shows its answer beside it. What was typed stays as it is: it
 * may hold a card number, which nobody but this page keeps.
 */
export function startTrying(): void {
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-try')) return
    event.preventDefault()
    if (!form.hasAttribute('data-sending')) void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  form.setAttribute('data-typed', '')
  form.setAttribute('data-sending', '')
  say(form, 'Waiting for the answer …')
  try {
    const body = new URLSearchParams(
      [...new FormData(form)].map(([key, value]) => [key, `${value}`]),
    )
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body,
    })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const page = await answer.text()
    history.replaceState(null, '', answer.url)
    showPage(page)
    say(form, '')
    const said = form.closest('.try')?.querySelector('#notice, #try-answer')
    said?.scrollIntoView({ block: 'nearest' })
  } catch {
    say(form, 'The sandbox does not answer this page. Reload the page.')
  } finally {
    form.removeAttribute('data-sending')
  }
}

function say(form: HTMLFormElement, text: string): void {
  const place = form.querySelector('[data-state]')
  if (place !== null) place.textContent = text
}
