import type { PropsWithChildren } from 'hono/jsx'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { Shell } from '../../insight/shell-line.ts'
import { againRule } from '../copying/story-rules.ts'
import { pageAddress } from '../words/address.ts'

/** A command is quoted for the shell that it is pasted into. */
const copies: readonly (readonly [shell: Shell, text: string, label: string])[] = [
  ['sh', 'Copy as cURL', 'Copy as cURL'],
  ['powershell', '… PowerShell', 'Copy as cURL for PowerShell'],
  ['cmd', '… cmd', 'Copy as cURL for cmd.exe'],
]

interface ActionsProps {
  /** The world that has the request. */
  readonly place: Pick<Visit, 'prefix' | 'isReadOnly'>
  readonly request: RequestAnswer
}

/** What can be done with a request, after the links of its page. */
export function RequestActions({ place, request, children }: PropsWithChildren<ActionsProps>) {
  const again = pageAddress(place, '/scenarios', { rule: againRule(request) })
  return (
    <div class="buttons">
      {children}
      {copies.map(([shell, text, label]) => (
        <button
          type="button"
          class="needs-script"
          aria-label={label}
          title={label}
          data-copy-address={pageAddress(place, `/copy/requests/${request.id}`, { shell })}
        >
          {text}
        </button>
      ))}
      {!place.isReadOnly && (
        <a class="button" href={`${again}#rule-text`}>
          Make this happen again
        </a>
      )}
    </div>
  )
}
