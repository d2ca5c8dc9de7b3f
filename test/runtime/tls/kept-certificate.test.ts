import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { startTestSandbox } from '../../support/start.ts'
import { type Scratch, scratchFolder } from '../scratch.ts'

// Links need a privilege on Windows, and modes mean nothing there.
describe.skipIf(process.platform === 'win32')('the certificate in a data folder', () => {
  const start = (folder: Scratch) =>
    startTestSandbox({ data: folder.at('data'), tls: { kind: 'generated' } })

  const modeOf = async (file: string) => (await stat(file)).mode & 0o777

  test.each(['key.pem', 'ca.pem'])(
    'a link as %s is refused, and its target stays',
    async (name) => {
      await using folder = await scratchFolder({ precious: 'precious', 'data/tls/other': '' })
      await symlink(folder.at('precious'), folder.at(`data/tls/${name}`))
      await expect(start(folder)).rejects.toThrow(
        `${folder.at(`data/tls/${name}`)} is a link, not a file; move it away`,
      )
      expect(await readFile(folder.at('precious'), 'utf8')).toBe('precious')
    },
  )

  test('a link as its folder is refused, and nothing is written behind it', async () => {
    await using folder = await scratchFolder({ 'outside/key.pem': 'precious', 'data/x': '' })
    await symlink(folder.at('outside'), folder.at('data/tls'))
    await expect(start(folder)).rejects.toThrow(
      `${folder.at('data/tls')} is a link, not a folder; move it away`,
    )
    expect(await readFile(folder.at('outside/key.pem'), 'utf8')).toBe('precious')
  })

  test('a draft that is a link is replaced, not written through', async () => {
    await using folder = await scratchFolder({ precious: 'precious', 'data/tls/other': '' })
    for (const name of ['key.pem.tmp', 'ca.pem.tmp'])
      await symlink(folder.at('precious'), folder.at(`data/tls/${name}`))
    await (await start(folder)).stop()
    expect(await readFile(folder.at('precious'), 'utf8')).toBe('precious')
  })

  test('a key that others could read becomes private, whether it is kept or replaced', async () => {
    await using folder = await scratchFolder()
    const key = folder.at('data/tls/key.pem')
    await (await start(folder)).stop()
    const first = await readFile(key, 'utf8')
    await chmod(key, 0o666)
    await (await start(folder)).stop()
    expect([await readFile(key, 'utf8'), await modeOf(key)]).toEqual([first, 0o600])
    await rm(folder.at('data/tls'), { recursive: true })
    await mkdir(folder.at('data/tls'))
    await writeFile(key, 'no key')
    await chmod(key, 0o666)
    await (await start(folder)).stop()
    expect([await readFile(key, 'utf8'), await modeOf(key)]).not.toEqual(['no key', 0o666])
    expect(await modeOf(key)).toBe(0o600)
  })
})
