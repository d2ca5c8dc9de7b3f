import { Hono } from 'hono'
import { isoUtc } from '../../domain/instant.ts'
import type { Env } from '../call.ts'
import { type Address, openCall } from '../open-call.ts'

export interface ControlParts extends Address {
  readonly version: string
}

/** The sandbox's own API. */
export function controlRoutes(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>()
  control.get('/health', async (context) => {
    const { world } = await openCall(parts, context)
    const { version } = parts
    return context.json({ status: 'ok', version, world: world.name, now: isoUtc(world.now()) })
  })
  return control
}
