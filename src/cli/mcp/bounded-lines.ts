import { Transform } from 'node:stream'

const NEWLINE = 0x0a

/** Passes lines on. Of one that is longer than this many bytes, only a part arrives, which is no JSON. */
export function boundedLines(longest: number): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const parts: Buffer[] = []
      for (let at = 0; at < chunk.length; ) {
        const found = chunk.indexOf(NEWLINE, at)
        const end = found < 0 ? chunk.length : found
        parts.push(chunk.subarray(at, Math.min(end, at + Math.max(0, longest - length))))
        length += end - at
        if (found >= 0) {
          parts.push(chunk.subarray(found, found + 1))
          length = 0
        }
        at = end + 1
      }
      done(null, Buffer.concat(parts))
    },
  })
}
