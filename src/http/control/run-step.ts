import { type OwnRedaction, redactAddress, redactJson } from '../../domain/redaction/redacted.ts'
import type { StepEntry } from '../../insight/run/run-history.ts'
import type { StateDocument } from '../../store/port/snapshots.ts'
import type { World } from '../../world/world.ts'
import type { Call } from '../call.ts'
import { nextInSequence } from '../call.ts'
import type { ControlCall } from '../contract/control/control-call.ts'
import { prefixOf } from '../paths.ts'

/** A control call and its input. */
export interface ControlInvocation {
  readonly call: Call
  readonly control: ControlCall
  readonly body: unknown
}

/** Runs a control call that changes something, and adds it to the history of the run. */
export async function runStep<Value>(
  invocation: ControlInvocation,
  stateDocument: StateDocument,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const { call, control } = invocation
  const { world } = call
  const began = { begin: nextInSequence(), beganAt: world.environment.realTime() }
  const value = await work()
  const { method } = control
  const path = pathOfStep(invocation)
  const step = { world: world.name, ...began, end: nextInSequence(), method, path }
  // The handler has consumed the body; the world's state now equals it.
  if (control.takes === 'bytes') addStateStep(world, step, stateDocument)
  else {
    const body = control.method === 'DELETE' ? undefined : redactJson(invocation.body, ofRules)
    world.environment.runHistory?.add({
      record: 'step',
      ...step,
      ...(body !== undefined && { body }),
    })
  }
  return value
}

/** The most rows of a state that are kept in memory, in addition to the state itself. */
const MOST_ROWS = 10_000

/** Adds a step that sets the state of a world, as if it had just been imported. */
export function addStateStep(
  world: World,
  step: Omit<StepEntry, 'record' | 'body'>,
  stateDocument: StateDocument,
): void {
  const { records, environment } = world
  const { runHistory } = environment
  const rows = records.size('transactions') + records.size('customers') + records.size('tokens')
  if (runHistory === undefined) return
  if (rows > MOST_ROWS && !runHistory.isRecorded) {
    runHistory.lacksState = true
    return
  }
  const chunks = [...stateDocument.write(records.image(), environment.realTime())]
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  if (rows > MOST_ROWS) runHistory.addLarge({ record: 'step', ...step, body })
  else runHistory.add({ record: 'step', ...step, body })
}

/** The path of a control call, whether sent over HTTP or by a dashboard page. */
function pathOfStep({ call, control }: ControlInvocation): string {
  const path = control.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(call.pathValues[name] ?? ''),
  )
  const query = new URLSearchParams(call.query).toString()
  return redactAddress(`${prefixOf(call.world)}/_sandbox${path}${query === '' ? '' : `?${query}`}`)
}

/** Conditions of rules hold only test numbers. */
export const ofRules: OwnRedaction = { when: (conditions) => conditions }
