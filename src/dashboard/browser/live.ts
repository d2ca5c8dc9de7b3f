import { type News, subscribe } from './pulses.ts'
import { refresh } from './refresh.ts'
import { say } from './stay.ts'

/** A page asks again at most this often, and spends at most a seventh of its time on it. */
const SHORTEST_PAUSE = 250
const LONGEST_PAUSE = 2500
const SHARE = 6
const HIDDEN = 3000

/** Keeps the page equal to what a reload would show. */
export function startLive(): void {
  const { world, awaited } = document.body.dataset
  const isAwaited = awaited !== undefined
  if (world === undefined || (document.body.dataset.pulse === '' && !isAwaited)) return
  let wanted: string | undefined
  let isBusy = false
  let pause = SHORTEST_PAUSE
  let timer = 0
  // What the form itself brings about must not take away the page that it leads to.
  let isSending = false
  addEventListener('submit', () => {
    isSending = true
  })

  /** The page may say when it changes by itself. */
  const lookAgain = () => {
    clearTimeout(timer)
    const { again } = document.body.dataset
    if (again !== undefined)
      timer = setTimeout(() => void look(true), Number(again) + SHORTEST_PAUSE)
  }

  const look = async (isDue = false) => {
    if (isBusy || (!isDue && (wanted === undefined || wanted === document.body.dataset.pulse)))
      return
    isBusy = true
    const begun = performance.now()
    await refresh()
    lookAgain()
    const took = performance.now() - begun
    pause = Math.min(
      LONGEST_PAUSE,
      Math.max(SHORTEST_PAUSE, took * SHARE, document.hidden ? HIDDEN : 0),
    )
    setTimeout(() => {
      isBusy = false
      void look()
    }, pause)
  }

  const hear = (news: News) => {
    if (news.type === 'gone') {
      say('The sandbox does not respond. This page shows the last known state.')
      return
    }
    const known = news.worlds[world]
    const pulse = known === undefined && news.isAll ? null : known
    if (pulse === undefined) return
    if (isAwaited) {
      if (pulse !== null && !isSending) location.reload()
      return
    }
    // It may have been removed before the page could listen.
    if (pulse === null) {
      say(`The world ${world} was removed. This page shows what it held.`)
      return
    }
    say('')
    wanted = pulse
    void look()
  }
  subscribe(hear)
  lookAgain()
  addEventListener('visibilitychange', () => void look())
}
