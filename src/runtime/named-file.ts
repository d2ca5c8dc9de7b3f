import { constants, createReadStream, promises, statSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { errorCode, permissionAdvice, reasonOf } from '../base/file-failure.ts'
import { monotonicMs } from '../base/monotonic.ts'
import { pause } from '../base/timers.ts'
import { ensureFolder, nodeFiles, patientRename } from '../gateway/store/disk/files.ts'
import { StartError } from './start-error.ts'

const MEGABYTE = 1024 * 1024

/** Reads a file or a pipe that the user named, up to this number of megabytes. */
export async function readNamed(file: string, most = 16): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of inUtf8(namedBytes(file, { most }), file)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The bytes of a text that the user named; one that is not in UTF-8 is refused by its encoding. */
export function namedText(file: string): AsyncGenerator<Buffer> {
  return inUtf8(namedBytes(file), file)
}

/** The same of any stream with this name. */
export async function* inUtf8(
  chunks: AsyncIterable<Buffer | string>,
  name: string,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [isFirst, isText] = [true, true]
  const refuse = (encoding: string | undefined) => {
    if (encoding === undefined) return
    throw new Unavailable(`${name} is written in ${encoding}; save it as UTF-8`, true)
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    if (isFirst) refuse(utf16Form(bytes))
    if (isText && !isUtf8Part(bytes, decoder)) {
      // What has control characters is no text at all, and left to its reader.
      isText = bytes.every((byte) => byte > 31 || (byte > 8 && byte < 14))
      if (isText) refuse(LATIN)
    }
    yield isFirst ? withoutMark(bytes) : bytes
    isFirst = false
  }
  if (isText && !isUtf8Part(undefined, decoder)) refuse(LATIN)
}

const LATIN = 'Latin-1 or a similar encoding'

function utf16Form(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16 (little endian)'
  if (first === 0xfe && second === 0xff) return 'UTF-16 (big endian)'
  // Every other byte of ASCII in UTF-16 is 0.
  if (first !== 0 && second === 0) return 'UTF-16 (little endian)'
  if (first === 0 && second !== 0 && bytes.length > 1) return 'UTF-16 (big endian)'
  return undefined
}

/** Some editors and shells begin a text with a byte order mark, which JSON does not allow. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(MARK) ? bytes.subarray(3) : bytes
}

const MARK = Buffer.from('\ufeff')

/** Whether the next bytes continue a text in UTF-8; undefined stands for its end. */
function isUtf8Part(bytes: Buffer | undefined, decoder: InstanceType<typeof TextDecoder>): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined })
    return true
  } catch {
    return false
  }
}

/** How long a pipe may be silent. */
const PATIENCE_MS = 30_000

/** The most megabytes of a report or a run file: as text in memory, it takes several times as much. */
export const MOST_RUN = 256

/**
 * The bytes of a file or a pipe that the user named, up to this number of megabytes. A device such as
 * /dev/zero may have no end, and a pipe no writer.
 */
export async function* namedBytes(
  file: string,
  { most = Number.POSITIVE_INFINITY, patienceMs = PATIENCE_MS } = {},
): AsyncGenerator<Buffer> {
  const found = await promises.stat(file)
  const refuseOver = (size: number) => {
    if (size > most * MEGABYTE) throw new Unavailable(`${file} has more than ${most} MB`, true)
  }
  refuseOver(found.size)
  if ((found.isCharacterDevice() || found.isBlockDevice()) && file !== devNull) {
    throw new Unavailable(`${file} is a device; pass a file`, true)
  }
  let size = 0
  for await (const chunk of found.isFIFO()
    ? pipedBytes(file, patienceMs)
    : createReadStream(file)) {
    size += chunk.length
    refuseOver(size)
    yield chunk
  }
}

const LOOK_EVERY_MS = 20

/** Opening a pipe waits for a writer, and nothing can end that, so it is opened without waiting. */
async function* pipedBytes(file: string, patienceMs: number): AsyncGenerator<Buffer> {
  const pipe = await promises.open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // Of a shell's <(command), the writer is there from the beginning.
    let hasBegun = /^\/(?:dev|proc)\//.test(file)
    let silentSince = monotonicMs()
    for (;;) {
      const chunk = await readAtOnce(pipe)
      if (chunk !== undefined && chunk.length > 0) {
        yield chunk
        hasBegun = true
        silentSince = monotonicMs()
        continue
      }
      // Otherwise an end only means that the writer has not come yet.
      if (chunk !== undefined && hasBegun) return
      if (monotonicMs() - silentSince > patienceMs) {
        const seconds = Math.ceil(patienceMs / 1000)
        const message = `Nothing was written to the pipe ${file} for ${seconds} s`
        throw new Unavailable(`${message}; pass a file, or write to the pipe`, true)
      }
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    await pipe.close()
  }
}

/** What is in a pipe now: nothing if no writer has it open, undefined if a writer has not written. */
async function readAtOnce(pipe: FileHandle): Promise<Buffer | undefined> {
  try {
    const { buffer, bytesRead } = await pipe.read(Buffer.alloc(PIPE_BYTES), 0, PIPE_BYTES, null)
    return buffer.subarray(0, bytesRead)
  } catch (cause) {
    if (errorCode(cause) === 'EAGAIN') return undefined
    throw cause
  }
}

const PIPE_BYTES = 64 * 1024

/** Makes a folder and its parents. Node's own way never ends in a folder that takes none, as /proc. */
export async function makeFolders(path: string): Promise<void> {
  await ensureFolder(nodeFiles, resolve(path))
  if (!statSync(path).isDirectory()) throw new StartError(`${path} is a file, not a folder`)
}

/** Replaces by rename, so that a reader sees either the whole new file or the old one. Follows no link. */
export async function replaceFile(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  try {
    await promises.rm(draft, { force: true })
    await promises.writeFile(draft, content, { flag: 'wx', ...(mode !== undefined && { mode }) })
    await patientRename(draft, path)
  } catch (cause) {
    await promises.rm(draft, { force: true })
    throw cause
  }
}

/** A named file or scenario cannot be read; its content is not to blame. */
export class Unavailable extends StartError {}

/** Explains why a named file could not be read; `next` says what to do if there is none. */
export function unreadable(
  kind: string,
  file: string,
  cause: unknown,
  next = 'check its path',
): Unavailable {
  if (cause instanceof Unavailable) return cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return new Unavailable(`There is no ${kind} ${file}; ${next}`, true)
  if (code === 'EISDIR') {
    const article = /^[aeiou]/.test(kind) ? 'an' : 'a'
    return new Unavailable(`${file} is a folder, not ${article} ${kind}`, true)
  }
  const reason = `${reasonOf(cause)}${permissionAdvice(cause)}`
  return new Unavailable(`The ${kind} ${file} cannot be read: ${reason}`, true)
}
