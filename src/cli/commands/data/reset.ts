import { callCommand } from '../../define/command.ts'
import { flag, option } from '../../define/option.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export const resetCommand = callCommand({
  name: 'reset',
  group: 'Save and restore',
  summary: 'Restore the state that the sandbox started with',
  details:
    'Restores the state that the sandbox started with: the data, counters, clock, requests and rules of a world. Snapshots stay. With --keep-scenarios, the scenarios that are loaded now stay too; their counts restart, and temporary rules are removed.',
  examples: [
    'reset',
    'reset --keep-scenarios',
    'reset --world worker-1',
    'reset --label "refund after timeout"',
  ],
  options: {
    label: option('--label <text>', 'name in the report for what follows, usually of the test'),
    keepScenarios: flag('--keep-scenarios', 'leave the loaded scenarios as they are'),
  },
  call: (client, { label, keepScenarios }) =>
    client.reset({
      ...(label !== undefined && { label }),
      ...(keepScenarios && { keep_scenarios: true }),
    }),
  text: (_output, { now, mode }) =>
    `Reset. It is ${sydneyTimeText(now)}, and the clock is ${mode}.
The report keeps what happened before; 'npx sandgate report --clear' deletes it.`,
})
