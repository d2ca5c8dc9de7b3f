import { hash32 } from '../generated-codes.ts'
import { luhnDigit } from './card.ts'

const half = 10_000_000
const rounds = 6

// No card scheme starts with 9; with a check digit that is off by one, it is no card number at all.
export function virtualPan(seed: number, tokenId: number, luhn: 'valid' | 'invalid'): string {
  const body = `9${String(permuted(seed, tokenId)).padStart(14, '0')}`
  const check = luhnDigit(body)
  return body + (luhn === 'valid' ? check : String((Number(check) + 1) % 10))
}

// A Feistel network over two halves of seven digits is a bijection whatever its rounds compute: two
// token ids of one seed never share a number, so none needs to be remembered as used.
function permuted(seed: number, id: number): number {
  let left = Math.floor(id / half)
  let right = id % half
  for (let round = 0; round < rounds; round++) {
    const next = (left + hash32(seed, round, right)) % half
    left = right
    right = next
  }
  return left * half + right
}
