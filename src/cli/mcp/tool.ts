import * as z from 'zod'
import type { SandboxAccess } from './sandbox-access.ts'

/** One thing that an agent can do with a sandbox. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Shape
  /** Whether it only reads. */
  readonly isReading: boolean
  /** What the agent reads. */
  readonly run: (input: z.infer<z.ZodObject<Shape>>, context: ToolContext) => Promise<string>
}

export interface ToolContext {
  readonly access: SandboxAccess
  /** Aborts when the agent no longer waits for the answer. */
  readonly signal: AbortSignal
}

export function tool<Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool {
  return one as unknown as Tool
}

interface CommandTool<Shape extends z.ZodRawShape>
  extends Pick<Tool<Shape>, 'name' | 'title' | 'description' | 'input' | 'isReading'> {
  /** The words of the command line that do the same. */
  readonly words: (
    input: z.infer<z.ZodObject<Shape>>,
    access: SandboxAccess,
  ) => readonly string[] | Promise<readonly string[]>
}

/** Every tool that lists something answers with a table, or with JSON on demand. */
export const format = z
  .enum(['text', 'json'])
  .default('text')
  .describe('text: a short table. json: everything, which can be long.')

export const scenario = z.string().regex(/^[^-]/, 'Must be a name or a path')

export const world = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'Must have 1 to 40 of a-z, 0-9 and -')
  .optional()
  .describe(
    'The world to use; left out: the default one; for story, report and coverage, all worlds',
  )

/** A tool that answers like a command of the command line. */
export function commandTool<Shape extends z.ZodRawShape>(one: CommandTool<Shape>): Tool {
  const { words, ...rest } = one
  return tool({
    ...rest,
    input: { ...one.input, world, format },
    async run(input, { access }) {
      const common = input as { readonly world?: string; readonly format: string }
      const target = await access.use(common.world)
      const json = common.format === 'json' ? ['--json'] : []
      const given = await words(input as never, access)
      return await access.command([
        ...given,
        ...option('url', target.url),
        ...option('world', target.world),
        ...json,
      ])
    },
  })
}

/** `--limit 20`, or nothing where the value is not given. */
export function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}`, String(value)]
}
