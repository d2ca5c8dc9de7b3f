import { chanceText } from '../reading/schema/percent.ts'
import type { Rule } from '../rule.ts'

type Turns = Pick<Rule, 'times' | 'skip' | 'every' | 'chance' | 'per'>

/** `every 3rd, at most 5 times`: which of those that meet its conditions a rule shapes. Empty: all. */
export function turnWords({ times, skip = 0, every, chance, per }: Turns): string {
  const counting = [
    ...(skip === 0 ? [] : [`after the first${skip === 1 ? '' : ` ${skip}`}`]),
    ...(every === undefined ? [] : [`every ${ordinal(every)}`]),
    ...(chance === undefined ? [] : [`${chanceText(chance)} of the time`]),
    ...(times === undefined ? [] : [times === 1 ? 'once' : `at most ${times} times`]),
  ]
  const separately = per === undefined ? [] : [`per ${per}`]
  return [...counting, ...separately].join(counting.length === 1 ? ' ' : ', ')
}

/** `1st`, `2nd`, `3rd`, `11th` */
export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${isTeen ? 'th' : (endings[number % 10] ?? 'th')}`
}

const endings: readonly (string | undefined)[] = [undefined, 'st', 'nd', 'rd']
