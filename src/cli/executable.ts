import { statSync } from 'node:fs'
import * as sea from 'node:sea'
import { Script } from 'node:vm'
import type * as Program from './main.ts'
import { RUN_SHOP } from './process/own-program.ts'

/*
 * The main script of the single executable. Its assets are the files of dist/ and the shops of
 * examples/clients; scripts/executable.mjs puts them there.
 */

const { getRawAsset, getAssetKeys } = sea as typeof sea & {
  readonly getAssetKeys: () => readonly string[]
}

function bytesOf(asset: string): Buffer {
  return Buffer.from(getRawAsset(asset) as ArrayBuffer)
}

/** Whether the file is as long as it was made; a signature may make it longer. */
function isWhole(): boolean {
  return statSync(process.execPath).size >= Number(bytesOf('size').subarray(-12))
}

/** Runs an asset, a CommonJS file in a function; `bytecode` is what V8 made of it. */
function load(asset: string, bytecode?: Buffer): unknown {
  const source = bytesOf(asset).toString('latin1')
  const script = new Script(source, { filename: asset, ...(bytecode && { cachedData: bytecode }) })
  const module = { exports: {} }
  script.runInThisContext()(module, module.exports, requirePart)
  return module.exports
}

const loaded = new Map<string, unknown>()

/** The parts of the program are assets; everything else that it asks for belongs to Node. */
function requirePart(name: string): unknown {
  const part = /\blazy\/[\w-]+\.cjs$/.exec(name)?.[0]
  if (part === undefined) return require(name)
  if (!loaded.has(part)) loaded.set(part, load(part))
  return loaded.get(part)
}

function run(): void {
  const [first, shop] = process.argv.slice(2)
  if (first === RUN_SHOP) {
    process.argv.splice(2, 2)
    load(`shops/${shop}.cjs`)
    return
  }
  const bytecode = getAssetKeys().includes('bytecode') ? bytesOf('bytecode') : undefined
  const { main } = load('program.cjs', bytecode) as typeof Program
  void main(process.argv.slice(2))
}

if (isWhole()) run()
else {
  process.exitCode = 1
  process.stderr.write(`error: ${process.execPath} is incomplete; download it again\n`)
}
