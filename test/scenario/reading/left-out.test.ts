import { expect, test } from 'vitest'
import * as z from 'zod'
import { leavingOut } from '../../../src/scenario/reading/schema/left-out.ts'

test('members that are left out are not looked at', () => {
  const looked: unknown[] = []
  const watched = z.custom<number>((value) => looked.push(value) > 0)
  const schema = z.strictObject(leavingOut({ a: watched.exactOptional(), b: watched }))
  expect(schema.parse({ b: 1 })).toEqual({ b: 1 })
  expect(looked).toEqual([1])
  expect(schema.parse({ a: 2, b: 3 })).toEqual({ a: 2, b: 3 })
  expect(schema.safeParse({ b: 1, c: 1 }).success).toBe(false)
})

test('members that must be there still must', () => {
  const schema = z.strictObject(leavingOut({ a: z.int().exactOptional(), b: z.int() }))
  expect(schema.safeParse({ a: 1 }).success).toBe(false)
  expect(schema.safeParse({ a: 'x', b: 1 }).success).toBe(false)
})
