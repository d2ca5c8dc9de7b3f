import * as z from 'zod'
import { worldNamePattern } from '../../domain/world-name.ts'
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
  /** The words of the command line that do the same; a list takes the input as options. */
  readonly words: readonly string[] | ((input: z.infer<z.ZodObject<Shape>>) => readonly string[])
}

/** Every tool that lists something answers with a table, or with JSON on demand. */
export const format = z
  .enum(['text', 'json'])
  .default('text')
  .describe('text: a short table. json: everything, which can be long.')

export const world = z
  .string()
  .regex(worldNamePattern, 'Must have 1 to 40 characters: a-z, 0-9 and -')
  .optional()
  .describe('The world to use; left out: the default one; for payment and report, all worlds')

/** A tool that answers like a command of the command line. */
export function commandTool<Shape extends z.ZodRawShape>(one: CommandTool<Shape>): Tool {
  const { words, ...rest } = one
  return tool({
    ...rest,
    input: { ...one.input, world, format },
    async run(input, access) {
      const { world, format, ...own } = input as Readonly<Record<string, unknown>>
      const { url, ...target } = await access.use(world as string | undefined)
      const given =
        typeof words === 'function' ? words(input as never) : [...words, ...optionWords(own)]
      const common = { url, world: target.world, json: format === 'json' }
      return await access.command(commandWords(given, common))
    },
  })
}

interface CommonOptions {
  readonly url: string
  readonly world: string | undefined
  readonly json: boolean
}

/** A command with the options that every tool gives it. */
export function commandWords(words: readonly string[], common: CommonOptions): readonly string[] {
  return [...words, ...optionWords({ ...common })]
}

/** `--limit 20 --since-reset`, without what is not given or false. */
export function optionWords(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const option = `--${name.replaceAll('_', '-')}`
    return value === true ? [option] : [option, String(value)]
  })
}
