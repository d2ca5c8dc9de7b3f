import { sydneyIso } from '../../domain/time/sydney-time.ts'

/** An instant of an answer as the wall clock in Sydney shows it, where all cut-offs are. */
export function timeText(at: string): string {
  return sydneyIso(Date.parse(at), 'seconds')
}
