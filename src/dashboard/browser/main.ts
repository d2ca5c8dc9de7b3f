import { startClock } from './clock.ts'
import { startCopying } from './copy.ts'
import { startClicks, startKeys } from './keys.ts'
import { startLive } from './live.ts'
import { drawFresh, startPlaying } from './picture.ts'
import { isSharedWorker, startSource } from './pulses.ts'
import { startStaying } from './stay.ts'

/** One script for both places: the pages, and the worker that all of them share. */
if (isSharedWorker()) {
  startSource()
} else {
  document.documentElement.classList.add('scripted')
  drawFresh(true)
  startPlaying()
  startClock()
  startCopying()
  startKeys()
  startClicks()
  startLive()
  startStaying()
}
