import { expect, test } from 'vitest'
import { folderKey } from '../../../src/store/disk/key-file.ts'
import { StillThere } from '../../../src/store/disk/still-there.ts'
import { StoreFailure } from '../../../src/store/port/store-error.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'

async function looked(change: (disk: SimulatedDisk, key: string) => void): Promise<void> {
  const disk = new SimulatedDisk()
  const key = await folderKey(disk, '.', { isUsed: async () => false })
  disk.put('log', '12345')
  change(disk, key.path)
  await new StillThere(disk, key).look('log', 5)
}

test('a log and a key that are as they were are in order', async () => {
  await looked(() => undefined)
  await looked((disk) => disk.put('log', '123456'))
  const disk = new SimulatedDisk()
  disk.put('log', '12345')
  await new StillThere(disk, undefined).look('log', 5)
})

const replaced = 'it was moved or replaced while the sandbox was running; start it again'

test.each<[string, (disk: SimulatedDisk, key: string) => void, string]>([
  ['a log that is gone', (disk) => disk.names.delete('log'), replaced],
  ['a log that is shorter', (disk) => disk.put('log', '1234'), replaced],
  [
    'a key that is gone',
    (disk, key) => disk.names.delete(key),
    'key was removed while the sandbox was running; put it back',
  ],
  [
    'a key that is another one',
    (disk, key) => disk.put(key, disk.text(key).replace(/.\n$/, 'x\n')),
    'key was changed while the sandbox was running; put it back',
  ],
])('%s is told', async (_, change, message) => {
  await expect(looked(change)).rejects.toThrow(new StoreFailure(message))
})
