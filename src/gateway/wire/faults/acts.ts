import { type FaultKind, faultKind } from '../../../scenario/faults/table.ts'
import type { Delivered } from '../pipeline/delivery/deliver.ts'
import type { Act, BrokenDelivery } from './act.ts'
import { dribble } from './dribble.ts'
import { garbage } from './garbage.ts'
import { hang } from './hang.ts'
import { http } from './http.ts'
import { reset } from './reset.ts'
import { truncate } from './truncate.ts'

const acts: Readonly<Record<FaultKind, Act>> = { http, hang, reset, truncate, garbage, dribble }

/** The only place that breaks answers on purpose. */
export async function breakAnswer(broken: BrokenDelivery): Promise<Delivered> {
  return await acts[faultKind(broken.fault)](broken)
}
