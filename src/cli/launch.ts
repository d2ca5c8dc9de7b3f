import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type * as Program from './main.ts'
import { saveBytecode, savedBytecode } from './process/bytecode.ts'

/** By then a start has run all its code, and nobody is waiting for this process to end. */
const WARM_AFTER_MS = 1000

const file = join(__dirname, 'program.cjs')
const source = readFileSync(file)
const cachedData = savedBytecode(__dirname, source)
// The bundle is ASCII only; read as latin1, V8 keeps one byte per character.
const script = new Script(`(function (module, require) {${source.toString('latin1')}\n})`, {
  filename: file,
  ...(cachedData && { cachedData }),
})
const program: { exports?: typeof Program } = {}
script.runInThisContext()(program, require)
const running = program.exports?.main(process.argv.slice(2))

const isSaved = cachedData !== undefined && !script.cachedDataRejected
void running?.then(({ serves }) => {
  // By then a server has run what the next one will run; other commands run too little.
  if (isSaved || !serves) return
  setTimeout(() => {
    saveBytecode(__dirname, source, script.createCachedData())
  }, WARM_AFTER_MS).unref()
})
