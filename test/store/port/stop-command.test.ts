import { expect, test } from 'vitest'
import { stopCommand } from '../../../src/store/port/stop-command.ts'

test('the command names the address only if it is not the usual one', () => {
  expect(stopCommand('http://127.0.0.1:4010')).toBe('npx sandgate stop')
  expect(stopCommand('http://127.0.0.1:4011')).toBe('npx sandgate stop --url http://127.0.0.1:4011')
})
