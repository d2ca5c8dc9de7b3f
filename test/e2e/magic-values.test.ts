import { afterAll, describe, expect, test } from 'vitest'
import { luhn } from './x.ts'
