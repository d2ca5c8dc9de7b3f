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
