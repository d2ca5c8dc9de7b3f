import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type * as Program from './main.ts'
import { keepBytecode, keptBytecode } from './process/bytecode.ts'

/** Long enough that a start has run all it runs, and that nobody waits for this process to end. */
const SETTLED_AFTER_MS = 1000

const file = join(__dirname, 'program.cjs')
// The bundler writes ASCII only; read as such, V8 keeps one byte a character.
const source = readFileSync(file, 'latin1')
const cachedData = keptBytecode(__dirname, source)
const script = new Script(`(function (module, require) {${source}\n})`, {
  filename: file,
  ...(cachedData && { cachedData }),
})
const program: { exports?: typeof Program } = {}
script.runInThisContext()(program, require)
const running = program.exports?.main(process.argv.slice(2))

const isKept = cachedData !== undefined && !script.cachedDataRejected
// What a server has run by then is what the next one will run; other commands run too little.
if (!isKept && running?.serves) {
  setTimeout(() => {
    keepBytecode(__dirname, source, script.createCachedData())
  }, SETTLED_AFTER_MS).unref()
}
