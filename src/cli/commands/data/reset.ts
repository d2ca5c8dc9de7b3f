import { callCommand } from '../../define/command.ts'
import { option } from '../../define/option.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export const resetCommand = callCommand({
  name: 'reset',
  group: 'Data',
  summary: 'Go back to the state at the start',
  details:
    'Resets data, counters, clock, requests and rules of a world to the start options. Snapshots stay.',
  examples: ['reset', 'reset --world worker-1', 'reset --label "refund after timeout"'],
  options: {
    label: option('--label <text>', 'name in the report for what follows, usually of the test'),
  },
  call: (client, { label }) => client.reset(label === undefined ? {} : { label }),
  text: (_output, { now, mode }) =>
    `Reset. It is ${sydneyTimeText(now)}, and the clock is ${mode}.`,
})
