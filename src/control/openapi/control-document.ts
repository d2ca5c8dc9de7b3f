import type * as z from 'zod'
import { nextTurn } from '../../base/in-batches.ts'
import { errorAnswer } from '../../gateway/wire/contract/transaction-answer.ts'
import { CONTROL } from '../../gateway/wire/paths.ts'
import type { CallTopic, ControlCall } from '../contract/control-call.ts'
import type { OpenApiDocument } from './document.ts'
import { type Components, type JsonSchema, jsonSchemaOf, withReferences } from './json-schema.ts'
import type { ObjectSchema, Parameter } from './operation-object.ts'

/** The schemas of a call; a part without one takes nothing. */
export interface CallSchemas {
  readonly path?: z.ZodType | undefined
  readonly query?: z.ZodType | undefined
  readonly body?: z.ZodType | undefined
  /** Set if the body must pass more checks than its schema makes. */
  readonly read?: unknown
  /** Undefined if it does not answer JSON; a function if it is loaded on demand. */
  readonly answer?: z.ZodType | (() => Promise<z.ZodType>) | undefined
  /** What it answers, with status 408, if what it waited for did not come in time. */
  readonly late?: z.ZodType | undefined
  /** An event of the stream that it answers. */
  readonly event?: z.ZodType | undefined
}

/** A call of the control API, as its document needs it. */
export interface DescribedCall extends ControlCall {
  readonly name: string
  readonly about: CallTopic
  readonly load: () => Promise<{ readonly schemas: CallSchemas }>
}

interface DescribedSandbox {
  readonly version: string
  /** Its address, with the prefix of a world: `http://127.0.0.1:7263/w/blue`. */
  readonly url: string
  readonly needsToken: boolean
}

/** What is the same for all sandboxes, and takes 100 ms to make. */
const described = new WeakMap<readonly DescribedCall[], ReturnType<typeof describe>>()

async function describe(calls: readonly DescribedCall[]) {
  const components: Components = new Map()
  const errors = withReferences(jsonSchemaOf(errorAnswer), components)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    await nextTurn()
    const { answer: given, ...schemas } = (await call.load()).schemas
    const answer = typeof given === 'function' ? await given() : given
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: operationOf(call, { ...schemas, answer }, components),
    }
  }
  return { paths, errors, schemas: Object.fromEntries([...components].sort()) }
}

/** Describes the control API, from the table that its routes and its client are made from. */
export async function controlDocument(
  calls: readonly DescribedCall[],
  { version, url, needsToken }: DescribedSandbox,
): Promise<OpenApiDocument> {
  const known = described.get(calls) ?? describe(calls)
  described.set(calls, known)
  const { paths, errors, schemas } = await known
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sandgate control API',
      version,
      summary: 'Inspect and control a sandbox',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: url + CONTROL, description: 'The sandbox' }],
    security: [...(needsToken ? [] : [{}]), { token: [] }],
    tags: [...new Map(calls.map(({ about: [name, text] }) => [name, text]))].map(
      ([name, description]) => ({ name, description }),
    ),
    paths,
    components: {
      schemas,
      responses: {
        Refused: {
          description:
            'The call was refused and changed nothing: 401 without the token, 404 for what does not exist, 422 for a bad value.',
          content: { 'application/json': { schema: errors } },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The control token, if one is set.' },
      },
    },
  } as unknown as OpenApiDocument
}

const description = [
  "With the control API, a test can move the clock, change the rules, read stored data and reset the sandbox. It is not part of the gateway's own API.",
  'Without a prefix, calls are about the default world; with `/w/{name}` before `/_sandbox` they are about that world. The report, the payments and the coverage without a prefix are about all worlds.',
  'Instants are ISO 8601 in UTC with milliseconds, amounts are cents. Responses may have further fields in a later version.',
].join('\n\n')

type LoadedSchemas = CallSchemas & { readonly answer: z.ZodType | undefined }

function operationOf(
  call: DescribedCall,
  { path, query, body, read, answer, late, event }: LoadedSchemas,
  components: Components,
): object {
  const { name, about, does, takes, isOpen } = call
  const schema = body && withReferences(jsonSchemaOf(body), components)
  const isNeeded = read !== undefined || body?.safeParse({}).success === false
  return {
    operationId: name,
    tags: [about[0]],
    summary: does,
    ...(isOpen && { security: [{}] }),
    parameters: [...parametersIn('path', path), ...parametersIn('query', query)],
    ...(schema && { requestBody: { required: isNeeded, content: json(schema) } }),
    ...(takes && { requestBody: { required: true, content: json(anyObject) } }),
    responses: {
      200: { description: `${does}.`, content: contentOf(call, { answer, event }, components) },
      ...(late && {
        408: {
          description: 'Not in time.',
          content: json(withReferences(jsonSchemaOf(late), components)),
        },
      }),
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

function parametersIn(part: 'path' | 'query', schema: z.ZodType | undefined): readonly object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as ObjectSchema
  return Object.entries(properties).map(
    ([name, own]): Omit<Parameter, 'description'> => ({
      name,
      in: part,
      required: required.includes(name),
      schema: own,
    }),
  )
}

function contentOf(
  { media }: DescribedCall,
  { answer, event }: Pick<LoadedSchemas, 'answer' | 'event'>,
  components: Components,
): object {
  if (answer !== undefined) return json(withReferences(jsonSchemaOf(answer), components))
  if (media === undefined) return json(anyObject)
  const text = { type: 'string' }
  if (event === undefined) return { [media]: { schema: text } }
  const contentSchema = withReferences(jsonSchemaOf(event), components)
  return { [media]: { schema: { ...text, contentMediaType: media, contentSchema } } }
}

const anyObject = { type: 'object', additionalProperties: true }

function json(schema: JsonSchema): object {
  return { 'application/json': { schema } }
}
