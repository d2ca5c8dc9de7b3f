import { expect, test, vi } from 'vitest'
import { patientRename } from '../../../src/gateway/store/disk/files.ts'

function failing(code: string, times: number) {
  let calls = 0
  const rename = async () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error(code), { code })
  }
  return { rename, calls: () => calls }
}

async function outcome(platform: NodeJS.Platform, code: string, times: number) {
  vi.useFakeTimers()
  try {
    const { rename, calls } = failing(code, times)
    const done = patientRename('from', 'to', platform, rename).then(
      () => 'renamed',
      ({ code }) => code,
    )
    await vi.runAllTimersAsync()
    return [await done, calls()]
  } finally {
    vi.useRealTimers()
  }
}

test.each(['EPERM', 'EBUSY', 'EACCES'])(
  'Windows tries again while another program holds the file (%s), but not without end',
  async (code) => {
    expect(await outcome('win32', code, 3)).toEqual(['renamed', 4])
    expect(await outcome('win32', code, 1000)).toEqual([code, 9])
  },
)

test('other errors, and errors of other systems, are final', async () => {
  expect(await outcome('win32', 'ENOENT', 1)).toEqual(['ENOENT', 1])
  expect(await outcome('linux', 'EPERM', 1)).toEqual(['EPERM', 1])
  expect(await outcome('darwin', 'EBUSY', 1)).toEqual(['EBUSY', 1])
})

test('it waits before it tries again', async () => {
  vi.useFakeTimers()
  try {
    const { rename, calls } = failing('EBUSY', 1)
    const done = patientRename('from', 'to', 'win32', rename)
    await vi.advanceTimersByTimeAsync(9)
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls()).toBe(2)
    await done
  } finally {
    vi.useRealTimers()
  }
})
