/** How long one message of a picture takes, in milliseconds; the style sheet has the same number. */
const TURN = 550

/**
 * Lets what is new in a picture draw itself, one message after the other. When a page opens, that is
 * everything if its payment still waits for its client or the address asks for it, else nothing.
 */
export function drawFresh(isOpening = false): void {
  const isAsked = location.hash === '#play' || document.getElementById('ring') !== null
  const isStill = isOpening && !isAsked
  for (const picture of document.querySelectorAll('.sequence-room > svg')) {
    let turn = 0
    for (const message of picture.querySelectorAll<SVGElement>('.message:not([data-drawn])')) {
      message.dataset.drawn = ''
      if (isStill) continue
      message.style.setProperty('--turn', String(turn))
      countUp(message, turn * TURN)
      turn += 1
    }
  }
}

/** Plays the picture again for who asks for it. */
export function startPlaying(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[data-play]') === null) return
    for (const message of document.querySelectorAll<SVGElement>('.sequence-room .message')) {
      delete message.dataset.drawn
      message.removeAttribute('style')
    }
    // The animations begin again only after the page was laid out without them.
    document.getElementById('picture')?.getBoundingClientRect()
    drawFresh()
  })
}

/** Counts from the sum before to this message's sum. */
function countUp(message: SVGElement, wait: number): void {
  const amount = message.querySelector('.paid')
  const text = amount?.textContent ?? ''
  if (!amount || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const sums = [...(message.parentElement?.querySelectorAll('.paid') ?? [])]
  const before = sums[sums.indexOf(amount) - 1]?.textContent ?? ''
  const [from, to] = [amountOf(before), amountOf(text)]
  const digits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
  const begin = performance.now() + wait
  const step = (now: number) => {
    const share = Math.min(1, Math.max(0, (now - begin) / TURN))
    const sum = (from + (to - from) * share).toLocaleString('en', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    amount.textContent = share === 1 ? text : text.replace(/[\d,.]+$/, sum)
    if (share < 1 && amount.isConnected) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

function amountOf(text: string): number {
  return Number(text.replaceAll(/[^\d.-]/g, ''))
}

/** When the payment is judged, in the browser's time. */
let judgedAt = 0

/** A new time left has come from the sandbox. */
export function ringShown(): void {
  judgedAt = Date.now() + Number(document.getElementById('ring')?.dataset.left ?? 0)
}

/** Once a second: how long the client still has. */
export function showRing(): void {
  const left = Math.max(0, Math.round((judgedAt - Date.now()) / 1000))
  const [number, line] = ['seconds-left', 'ring-left'].map((id) => document.getElementById(id))
  if (!number || !line) return
  number.textContent = String(left)
  line.setAttribute('stroke-dashoffset', String(Number(line.getAttribute('pathLength')) - left))
}
