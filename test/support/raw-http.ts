import { once } from 'node:events'
import { connect } from 'node:net'

/** All that comes back on one connection for these bytes, until the server closes it. */
export async function rawAnswers(
  port: string | number,
  bytes: string | Uint8Array,
): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

/** The answers in it, each with its status and its body. */
export function bodiesIn(text: string): unknown[] {
  return text
    .split(/HTTP\/1\.1 (?=\d{3} )/)
    .slice(1)
    .map((answer) => [Number(answer.slice(0, 3)), JSON.parse(answer.split('\r\n\r\n')[1] ?? '')])
}
