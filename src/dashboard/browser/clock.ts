const sydney = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The sandbox's time less the browser's. */
let ahead = 0

/** Lets the time that the page shows go on between two updates. */
export function startClock(): void {
  clockShown()
  setInterval(tick, 500)
}

/** A new time has come from the sandbox. */
export function clockShown(): void {
  const shown = document.getElementById('now')?.getAttribute('datetime')
  if (shown) ahead = Date.parse(shown) - Date.now()
}

function tick(): void {
  const place = document.getElementById('now')
  if (place === null || place.dataset.mode !== 'running') return
  const text = sydney.format(Date.now() + ahead)
  if (place.textContent !== text) place.textContent = text
}
