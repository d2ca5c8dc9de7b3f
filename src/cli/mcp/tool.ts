import type * as z from 'zod'
import type { ControlClient } from '../../client/control-client.ts'

/** Where the tools find a sandbox. */
export interface SandboxAccess {
  /** The sandbox that runs, or one that is started now. */
  use(): Promise<Found>
}

export interface Found {
  readonly client: ControlClient
  readonly url: string
  readonly api: string
  readonly dashboard: string
  /** Whether this process started it, and will stop it. */
  readonly isOwn: boolean
}

/** One thing that an agent can do with a sandbox. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Shape
  /** Whether it only looks. */
  readonly isReading: boolean
  /** Text for a person, or a value that is shown as JSON. */
  readonly run: (input: z.infer<z.ZodObject<Shape>>, access: SandboxAccess) => Promise<unknown>
}

export function tool<Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool {
  return one as unknown as Tool
}
