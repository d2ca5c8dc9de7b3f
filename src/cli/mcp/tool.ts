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
  readonly run: (input: z.infer<z.ZodObject<Shape>>, access: SandboxAccess) => Promise<string>
}

export function tool<Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool {
  return one as unknown as Tool
}

interface CommandTool<Shape extends z.ZodRawShape>
  extends Pick<Tool<Shape>, 'name' | 'title' | 'description' | 'input' | 'isReading'> {
  /** The words of the command line that do the same. */
  readonly words: (input: z.infer<z.ZodObject<Shape>>) => readonly string[]
}

/** Every tool that lists something answers with a table, or with JSON on demand. */
export const format = z
  .enum(['text', 'json'])
  .default('text')
  .describe('text: a short table. json: everything, which can be long.')

/** A tool that answers like a command of the command line. */
export function commandTool<Shape extends z.ZodRawShape>(one: CommandTool<Shape>): Tool {
  const { words, ...rest } = one
  return tool({
    ...rest,
    input: { ...one.input, format },
    async run(input, access) {
      const { url } = await access.use()
      const json = (input as { readonly format: string }).format === 'json' ? ['--json'] : []
      return await access.command([...words(input as never), '--url', url, ...json])
    },
  })
}

/** `--limit 20`, or nothing where the value is not given. */
export function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}`, String(value)]
}
