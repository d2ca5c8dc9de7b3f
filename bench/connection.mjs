import { connect } from 'node:net'

const headerEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** One HTTP/1.1 connection that is kept: the next request leaves when an answer is complete. */
export class Connection {
  #socket
  /** @type {Buffer} */
  #received = Buffer.alloc(0)
  /** @type {((status: number) => void) | undefined} */
  #answered
  /** @type {((error: Error) => void) | undefined} */
  #failed

  /** @param {number} port */
  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('The server closed a connection')))
  }

  /** @param {string} text @returns {Promise<number>} the answer's status */
  ask(text) {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(text, 'latin1')
    })
  }

  close() {
    this.#failed = undefined
    this.#socket.destroy()
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    const all = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (!isComplete(all)) {
      this.#received = all
      return
    }
    this.#received = Buffer.alloc(0)
    this.#answered?.(Number(all.toString('latin1', 9, 12)))
  }
}

/** @param {Buffer} bytes */
function isComplete(bytes) {
  const end = bytes.indexOf(headerEnd)
  if (end === -1) return false
  const head = bytes.toString('latin1', 0, end).toLowerCase()
  const found = /\r\ncontent-length: (\d+)/.exec(head)
  if (found) return bytes.length >= end + 4 + Number(found[1])
  return head.includes('transfer-encoding') ? bytes.subarray(-7).equals(lastChunk) : true
}
