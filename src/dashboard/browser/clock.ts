import { ringShown, showRing } from './picture.ts'

const sydney = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The sandbox's time less the browser's. */
let ahead = 0

/** Lets the time that the page shows continue between two updates. */
export function startClock(): void {
  clockShown()
  tick()
}

/** A new time has come from the sandbox. */
export function clockShown(): void {
  const shown = document.getElementById('now')?.getAttribute('datetime')
  if (shown) ahead = Date.parse(shown) - Date.now()
  ringShown()
}

/** Once a second, when the second changes: an open page should cost next to nothing. */
function tick(): void {
  setTimeout(tick, 1000 - ((Date.now() + ahead) % 1000))
  if (!document.hidden) showRing()
  const element = document.getElementById('now')
  if (element === null || element.dataset.mode !== 'running' || document.hidden) return
  // A sandbox that is gone has no time any more.
  if (document.body.classList.contains('gone')) return
  const text = sydney.format(Date.now() + ahead)
  if (element.textContent !== text) element.textContent = text
}

/** A slider goes by time and stops at the events of a list; the list moves the slider. */
export function startSliding(): void {
  showSlid()
  addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.dataset.slides)) {
      showSlid()
      return
    }
    const list = listOf(target)
    if (list === null) return
    const times = [...list.options].map(({ value }) => Date.parse(value))
    const by = Number(target.value) - (times[list.selectedIndex] ?? 0)
    // A key goes to the next event, a pointer to the nearest one.
    const isKey = Math.abs(by) <= Number(target.step)
    const far = times.map((time) => Math.abs(time - Number(target.value)))
    const next = isKey ? list.selectedIndex + Math.sign(by) : far.indexOf(Math.min(...far))
    list.selectedIndex = Math.min(Math.max(next, 0), times.length - 1)
    showSlid()
  })
}

function listOf({ dataset }: HTMLElement): HTMLSelectElement | null {
  return document.querySelector<HTMLSelectElement>(`select#${dataset.slides}`)
}

/** Shows the chosen event at its time, among the days and in the list below. */
export function showSlid(): void {
  const slider = document.querySelector<HTMLInputElement>('[data-slides]')
  const option = slider && listOf(slider)?.selectedOptions[0]
  if (!slider || !option) return
  const { value, text } = option
  slider.value = String(Date.parse(value))
  slider.setAttribute('aria-valuetext', text)
  for (const day of document.querySelectorAll<SVGElement>('[data-from]')) {
    const { from = '', to = '' } = day.dataset
    day.classList.toggle('chosen', value >= from && value < to)
  }
  for (const moment of document.querySelectorAll('.moments > li')) {
    moment.classList.toggle('chosen', moment.id === `scheduled-${value}`)
  }
}
