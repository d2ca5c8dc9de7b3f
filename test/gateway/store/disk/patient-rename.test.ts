import { expect, test } from 'vitest'
import { patientRename } from '../../../../src/gateway/store/disk/files.ts'

/** How a rename ends that fails some times, and how long it waited before each further one. */
async function outcome(platform: NodeJS.Platform, code: string, times: number) {
  let calls = 0
  const rename = async () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error(code), { code })
  }
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  const end = await patientRename('from', 'to', platform, rename, wait).then(
    () => 'renamed',
    ({ code }) => code,
  )
  return [end, ...waits]
}

test.each(['EPERM', 'EBUSY', 'EACCES'])(
  'Windows tries again while another program holds the file (%s), but not without end',
  async (code) => {
    expect(await outcome('win32', code, 3)).toEqual(['renamed', 10, 20, 40])
    expect(await outcome('win32', code, 1000)).toEqual([code, 10, 20, 40, 80, 150, 300, 600, 800])
  },
)

test('other errors, and errors of other systems, are final', async () => {
  expect(await outcome('win32', 'ENOENT', 1)).toEqual(['ENOENT'])
  expect(await outcome('linux', 'EPERM', 1)).toEqual(['EPERM'])
  expect(await outcome('darwin', 'EBUSY', 1)).toEqual(['EBUSY'])
})
