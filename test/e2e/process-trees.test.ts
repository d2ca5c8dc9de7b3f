import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BinaryProcess } from '../support/binary.ts'

test.skipIf(process.platform === 'win32')(
  'a second Ctrl-C leaves nothing of a sweep running, not even what its command started',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    // The shell goes on waiting for a program that does not stop.
    const deaf = `const socket = require('net').connect(${port}, '127.0.0.1')
      process.on('SIGTERM', () => socket.write('no'))`
    const line = `trap '' TERM; "$0" -e "$1"; :`
    const command = ['/bin/sh', '-c', line, process.execPath, deaf]
    await using sweep = new BinaryProcess(['sweep', '--', ...command])
    const [socket]: Socket[] = await once(server, 'connection')
    if (socket === undefined) throw new Error('The command did not connect')
    const gone = once(socket, 'close')
    sweep.kill('SIGINT')
    await once(socket, 'data')
    expect(await sweep.interrupt()).toMatchObject({ code: 130 })
    await gone
    server.close()
  },
)
