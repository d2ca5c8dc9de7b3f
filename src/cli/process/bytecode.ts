import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import zlib from 'node:zlib'

/*
 * What V8 made of the program's source in an earlier run, so that a start need not parse and
 * compile it again. It is next to the program, so changing it takes the same rights as changing the program.
 */

const CHECK_BYTES = 8

/**
 * The bytecode stored by an earlier run; undefined if it is damaged or belongs to another source or
 * Node.
 */
export function savedBytecode(folder: string, source: Uint8Array): Buffer | undefined {
  let saved: Buffer
  try {
    saved = readFileSync(fileIn(folder))
  } catch {
    return undefined
  }
  const bytecode = saved.subarray(CHECK_BYTES)
  // V8 itself compares only the length of the source.
  return check(source, bytecode).equals(saved.subarray(0, CHECK_BYTES)) ? bytecode : undefined
}

/** Stores bytecode for later runs if possible. */
export function saveBytecode(folder: string, source: Uint8Array, bytecode: Buffer): void {
  const file = fileIn(folder)
  const temporary = `${file}.new`
  try {
    // Not recursive, which never ends in a folder that takes no folders.
    if (!existsSync(dirname(file))) mkdirSync(dirname(file))
    writeFileSync(temporary, Buffer.concat([check(source, bytecode), bytecode]))
    renameSync(temporary, file)
  } catch {
    // The folder may not be writable, or the disk may be full: the next start is only slower.
  }
}

/** One file for each Node version that uses this package. */
function fileIn(folder: string): string {
  return join(folder, 'bytecode', `node-${process.version}-${process.arch}`)
}

/** Chance is what it guards against: a cryptographic hash would take a twentieth of a start. */
function check(source: Uint8Array, bytecode: Uint8Array): Buffer {
  const sums = Buffer.alloc(CHECK_BYTES)
  sums.writeUInt32LE(zlib.crc32(source), 0)
  sums.writeUInt32LE(zlib.crc32(bytecode), 4)
  return sums
}
