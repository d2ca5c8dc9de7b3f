import { startClock } from './clock.ts'
import { startCopying } from './copy.ts'
import { startTrying } from './forms.ts'
import { startClicks, startKeys } from './keys.ts'
import { startLive, startSending } from './live.ts'
import { isSharedWorker, startSource } from './pulses.ts'
import { startSliding } from './slider.ts'
import { startStaying } from './stay.ts'

/** One script for both places: the pages, and the worker that all of them share. */
if (isSharedWorker()) {
  startSource()
} else {
  document.documentElement.classList.add('scripted')
  startClock()
  startCopying()
  startKeys()
  startClicks()
  startSliding()
  startLive()
  startStaying()
  startTrying()
  // The last: others send their forms themselves.
  startSending()
}
