import { expect, test } from 'vitest'
import { isCorrelationId, isKvpKey, isRestrictedText } from '../../src/domain/restricted-text.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code))

test.each([
  ['free text', isRestrictedText, `${letters}${digits} !#$%&()*+,-./:;<=>?@[]^_\`{|}~`],
  ['a correlation id', isCorrelationId, `${letters}${digits}+-_:.,`],
  ['a KVP key', isKvpKey, `${letters}${digits}_.`],
])('%s accepts its characters and no other', (_name, accepts, allowed) => {
  expect(characters.filter((character) => accepts(`a${character}`)).sort()).toEqual(
    [...allowed].sort(),
  )
})
