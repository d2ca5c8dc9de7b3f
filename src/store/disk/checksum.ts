import zlib from 'node:zlib'

// By name, an import would stop an old Node before the library can say which one it needs.
const { crc32 } = zlib

/** CRC-32 as eight hexadecimal digits. */
export function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0')
}

/** Continues a CRC-32 over further bytes; starts at 0. */
export function checksum(bytes: Uint8Array, before = 0): number {
  return crc32(bytes, before)
}
