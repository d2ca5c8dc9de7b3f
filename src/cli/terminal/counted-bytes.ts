/** Passes chunks on, and reports their size so far. */
export async function* withBytes(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (size: number) => void,
) {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    onBytes(size)
    yield chunk
  }
}
