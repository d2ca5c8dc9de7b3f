import { faultKinds } from '../../scenario/faults/table.ts'
import type { FaultDocument } from '../../scenario/faults/wire-fault.ts'

/** `reset`: what went wrong on the wire. */
export function faultName(fault: FaultDocument): string {
  return faultKinds.find((name) => fault[name] !== undefined) ?? 'fault'
}

/** `reset, not processed`: and whether anything had been done. */
export function faultText(fault: FaultDocument): string {
  const name = faultName(fault)
  const shown = name === 'http' ? `HTTP ${fault.http}` : name
  return `${shown}, ${fault.at === 'before' ? 'not processed' : 'processed'}`
}
