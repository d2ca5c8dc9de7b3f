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
    let printed: readonly string[] = []
    for (const { language, code, line } of blocksOf(page('docs/start/fix-a-double-charge.md'))) {
      if (language === 'js') await writeFile(folder.at('my-shop/naive.mjs'), code)
      if (language === 'sh') {
        const script = code.replaceAll('npx sandgate', program)
        const { stdout, stderr } = await runProgram(['sh', '-c', script], { cwd: folder.path, env })
        printed = `${stdout}\n${stderr}`.split('\n')
      }
      if (language !== 'text') continue
      const lacking = code.split('\n').filter((one) => one !== '' && !printed.includes(one))
      expect(lacking, `line ${line}:\n${printed.join('\n')}`).toEqual([])
    }
  },
  300_000,
)
