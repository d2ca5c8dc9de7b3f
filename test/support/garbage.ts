import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Frees what nothing refers to any more. */
export async function collectGarbage(): Promise<void> {
  // A weak reference keeps what it refers to until the turn is over.
  await setImmediate()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
