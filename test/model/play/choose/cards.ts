import { isLuhnValid } from '../../law/card/card.ts'
import type { State } from '../../law/state.ts'
import { wallAt } from '../../law/time/sydney.ts'
import type { Chance } from '../chance.ts'

/** The pattern with its question marks filled so that it passes the Luhn check. */
function valid(pattern: string): string {
  const free = pattern.lastIndexOf('?')
  for (let digit = 0; digit < 10; digit += 1) {
    const filled = pattern.slice(0, free) + digit + pattern.slice(free + 1)
    const number = filled.replaceAll('?', '4')
    if (isLuhnValid(number)) return number
  }
  throw new Error(`${pattern} cannot be made valid`)
}

const good = [
  '4111111111111111',
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '3530111333300000',
  '6200000000000005',
  '6011111111111117',
  valid('150000000000000?'),
  valid('411111111111111111?'),
] as const

const ends = ['9801', '9802', '9803', '9804', '9805'] as const

export function pan(chance: Chance): string {
  return chance.weighed(
    [20, () => chance.one(good)],
    [4, () => magicCard(chance)],
    [3, () => valid(`400000?00000${chance.one(ends)}`)],
    [2, () => '4444333322221111'],
    // Stored, it looks like a magic one.
    [1, () => valid(`400000?2345600${chance.one(['00', '51', '77'])}`)],
  )()
}

function magicCard(chance: Chance): string {
  const code = chance.one(['00', '00', '08', '77', '51', '05', '91', '06', '96', '10', '83'])
  const family = chance.one(['400000?0000000', '520000?0000000', '340000?000000'])
  return valid(family + code)
}

/** Good for years, good for this month, or over, in either order of its pairs. */
export function expiry(chance: Chance, state: State): string {
  const [year = '', month = ''] = wallAt(state.now).date.slice(2).split('-')
  return chance.weighed([12, '1231'], [3, '3112'], [2, `${month}${year}`], [1, '0124'], [1, '2401'])
}

export function cvv(chance: Chance, number: string): { readonly cvv?: string } {
  const isAmex = /^3[47]/.test(number)
  const sent = chance.weighed(
    [4, undefined],
    [4, isAmex ? '1234' : '123'],
    [1, isAmex ? '9111' : '911'],
  )
  return sent === undefined ? {} : { cvv: sent }
}

export function account(chance: Chance) {
  return {
    bsb: chance.weighed(
      [6, '062-000'],
      [2, '062000'],
      [2, `032-05${chance.below(10)}`],
      [1, '032-060'],
      [1, '032-070'],
    ),
    account_number: chance.one(['12345678', '000000001', '123456', '12345', '7']),
    account_name: chance.one(['Ann Example', 'O (Bob) & Co', 'x']),
  }
}
