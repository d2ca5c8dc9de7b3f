import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { hasLong } from '../support/extent.ts'
import { runProgram } from '../support/run-program.ts'
import { blocksOf, page, root } from './pages.ts'

const program = `'${process.execPath}' '${path.join(root, 'bin', 'sandgate.js')}'`

test.runIf(hasLong)(
  'a reader who does what the page says sees what it shows, from a double charge to safe',
  async () => {
    await using folder = await scratchFolder({})
    await cp(path.join(root, 'examples', 'clients'), folder.at('examples/clients'), {
      recursive: true,
    })
    // The reader is at a desk, where sweeps are kept.
    const env = { ...process.env, CI: '', NO_COLOR: '1' }
    let printed = ''
    for (const { language, code, line } of blocksOf(page('docs/start/fix-a-double-charge.md'))) {
      if (language === 'js') await writeFile(folder.at('my-shop/checkout.mjs'), code)
      if (language === 'sh') {
        const script = code.replaceAll('npx sandgate', program)
        const { stdout, stderr } = await runProgram(['sh', '-c', script], { cwd: folder.path, env })
        printed = `\n${stdout}\n${stderr}\n`
      }
      if (language !== 'text') continue
      // What the page leaves out is marked: lines without a mark between them follow each other.
      const parts = code.split(/^…$/m).map((part) => part.trim())
      const lacking = parts.filter((part) => part !== '' && !printed.includes(`\n${part}\n`))
      expect(lacking, `line ${line}:\n${printed}`).toEqual([])
    }
  },
  300_000,
)
