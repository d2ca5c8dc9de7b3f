import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'

export const indexSchema = z
  .object({
    calls: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        does: z.string().describe('What it does, in one line.'),
      }),
    ),
  })
  .meta({ id: 'IndexResponse', description: 'The calls of the control API.' })

export type IndexResponse = ValueOf<typeof indexSchema>

export const healthSchema = z
  .object({
    status: z.literal('ok'),
    id: z.string().describe('Of the running sandbox; with a data folder, the one in its lock.'),
    version: z.string(),
    world: z.string(),
    now: z.iso.datetime().describe('Sandbox time.'),
    failure: z
      .string()
      .exactOptional()
      .describe('Why changes cannot be stored at the moment; omitted if they can.'),
    shows: z
      .string()
      .exactOptional()
      .describe('What it shows, if it is a finished run from a file.'),
  })
  .meta({ id: 'HealthResponse' })

export type HealthResponse = ValueOf<typeof healthSchema>

export const stopSchema = z
  .object({
    stopping: z.literal(true),
    pid: z.int().nullable().describe('The process that ends with the sandbox, if any.'),
  })
  .meta({ id: 'StopResponse' })

export const listedAssumptionsSchema = z
  .object({
    assumptions: z.array(
      z.object({
        key: z.string(),
        value: z.unknown(),
        default: z.unknown(),
        source: z.enum(['specification', 'assumed']),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'AssumptionsResponse' })

export type AssumptionsResponse = ValueOf<typeof listedAssumptionsSchema>

/** OpenAPI describes its own documents. */
export const openApiSchema = z.looseObject({}) as unknown as z.ZodType<OpenApiDocument>
