import { nearestWord, proposalText } from '../../../../base/text/nearest-word.ts'
import { Problem, type Subject } from '../../../../domain/problem.ts'

/** The refusal of a name that does not exist, with the one that was probably meant. */
export function unknownName(
  message: string,
  subject: Subject,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): Problem {
  const nearest = nearestWord(name, known)
  const text = `${message}${proposalText(nearest)}`
  return new Problem([{ code: 'not_found', message: text, subject, nearest }])
}
