import { copyFrom } from './copy.ts'

const help: readonly (readonly [string, string])[] = [
  ['j', 'Next row, or older payment'],
  ['k', 'Previous row, or newer payment'],
  ['Enter', 'Open the row'],
  ['/', 'Search'],
  ['c', 'Copy the request as cURL'],
  ['?', 'These keys'],
  ['Esc', 'Close, or leave the field'],
]

/** The row that the keys are at, by its id: rows come and go. */
let chosen = ''

/** `left`: the address of the link by which the reader left. */
type PageState = { readonly chosen?: string; readonly left?: string }

function remember(state: PageState): void {
  history.replaceState({ ...history.state, ...state }, '')
}

export function startKeys(): void {
  // The page may be shown again over Back.
  const state: PageState = history.state ?? {}
  chosen = state.chosen ?? ''
  showChosen()
  const links = [...document.querySelectorAll('a')]
  links.find((one) => one.getAttribute('href') === state.left)?.focus({ preventScroll: true })
  addEventListener('keydown', (event) => {
    // It closes menus, and leaves a field for the list.
    if (event.key === 'Escape') {
      closeMenus(null)
      if (isTyping(event.target) && event.target instanceof HTMLElement) event.target.blur()
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

const actions: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  '/': () => document.querySelector<HTMLInputElement>('#search-box')?.select(),
  '?': showHelp,
  c: copyRequest,
}

/** A click outside closes menus, and one in a row opens it. */
export function startClicks(): void {
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey } = event
    if (!(target instanceof Element)) return
    closeMenus(target)
    const left = target.closest('a')?.getAttribute('href')
    if (left) remember({ left })
    const isOwn = target.closest('a, button, input, select, label, summary') !== null
    if (isOwn || String(getSelection()) !== '') return
    const link = target.closest('tr')?.querySelector('a.row')
    if (link) remember({ left: link.getAttribute('href') ?? '' })
    link?.dispatchEvent(new MouseEvent('click', { ctrlKey, metaKey, cancelable: true }))
  })
}

/** Menus close unless they hold what was clicked. */
function closeMenus(clicked: Node | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (!menu.contains(clicked)) menu.open = false
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

function rows(): readonly HTMLElement[] {
  const all = (of: string) => [...document.querySelectorAll<HTMLElement>(of)]
  const payments = all('.rows > li[id]')
  return payments.length > 0 ? payments : all('tbody tr[id]')
}

function move(by: number): void {
  const all = rows()
  // On the page of a row, its neighbours.
  if (all.length === 0) {
    document.querySelector<HTMLElement>(`a[rel=${by > 0 ? 'next' : 'prev'}]`)?.click()
  }
  const at = all.findIndex(({ id }) => id === chosen)
  const next = all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]
  if (next === undefined) return
  chosen = next.id
  remember({ chosen })
  showChosen()
  next.querySelector('a')?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

/** Shows again where the keys are, after an update. */
export function showChosen(): void {
  for (const row of rows()) row.classList.toggle('chosen', row.id === chosen)
}

function copyRequest(): void {
  const row = document.getElementById(chosen) ?? document.querySelector<HTMLElement>('[data-curl]')
  if (row?.dataset.curl !== undefined) void copyFrom(row.dataset.curl)
}

function showHelp(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.help') ?? helpDialog()
  if (!dialog.open) dialog.showModal()
}

function helpDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'help'
  dialog.dataset.own = ''
  const rows = help.map(([key, meaning]) => `<dt><kbd>${key}</kbd></dt><dd>${meaning}</dd>`)
  dialog.innerHTML = `<h2>Keys</h2><dl class="facts">${rows.join('')}</dl>`
  document.body.append(dialog)
  return dialog
}
