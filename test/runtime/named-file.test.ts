import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { replaceFile } from '../../src/runtime/named-file.ts'
import { scratchFolder } from './scratch.ts'

test('a file that another program holds on Windows is replaced a little later', async () => {
  await using folder = await scratchFolder({ 'report.html': 'old' })
  const held = Object.assign(new Error('held'), { code: 'EBUSY' })
  const rename = vi.spyOn(fs.promises, 'rename').mockRejectedValueOnce(held)
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  await replaceFile(folder.at('report.html'), 'new')
  expect(rename).toHaveBeenCalledTimes(2)
  expect(fs.readFileSync(folder.at('report.html'), 'utf8')).toBe('new')
  vi.restoreAllMocks()
})
