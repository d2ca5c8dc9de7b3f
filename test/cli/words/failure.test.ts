import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { CliError, misuse } from '../../../src/cli/cli-error.ts'
import { failureOf } from '../../../src/cli/words/failure.ts'
import { ControlError, NoSandboxError } from '../../../src/client/control-error.ts'
import { StartError } from '../../../src/runtime/start-error.ts'

const unauthenticated = {
  error_code: 'unauthenticated',
  error_message: 'The control API needs its token',
  location: ['header', 'Authorization'],
}

test.each<[string, unknown, { lines: readonly string[]; exitCode: number }]>([
  ['a failure', new CliError('It broke'), { lines: ['It broke'], exitCode: 1 }],
  ['a misuse', misuse('Not so'), { lines: ['Not so'], exitCode: 2 }],
  ['a taken port', new StartError('Port 1 is taken'), { lines: ['Port 1 is taken'], exitCode: 1 }],
  ['a bad config', new StartError('a:1\nb:2', true), { lines: ['a:1', 'b:2'], exitCode: 2 }],
  [
    'silence',
    new NoSandboxError('No sandbox answers at x'),
    {
      lines: [
        "No sandbox answers at x; start one with 'npx sandgate start', pass --url or set SANDGATE_URL",
      ],
      exitCode: 3,
    },
  ],
  [
    'a missing token',
    new ControlError(401, [unauthenticated]),
    { lines: ['The control API needs its token; set SANDGATE_TOKEN'], exitCode: 1 },
  ],
  [
    'a body with two faults',
    new ControlError(422, [
      { error_code: 'unknown', error_message: 'is unknown', location: ['body', 'when', 'x'] },
      { error_code: 'missing', error_message: 'is missing', location: ['body', 'outcome'] },
    ]),
    { lines: ['when.x: is unknown', 'outcome: is missing'], exitCode: 1 },
  ],
  [
    'a misspelt option',
    new CommanderError(
      1,
      'commander.unknownOption',
      "error: unknown option '--prot'\n(Did you mean --port?)",
    ),
    { lines: ["unknown option '--prot', did you mean '--port'?"], exitCode: 2 },
  ],
  [
    'a bad option value',
    new CommanderError(
      1,
      'commander.invalidArgument',
      "error: option '-p, --port <n>' argument 'x' is invalid. It must be a whole number.",
    ),
    { lines: ["Invalid --port 'x': it must be a whole number"], exitCode: 2 },
  ],
  [
    'a bad argument',
    new CommanderError(
      1,
      'commander.invalidArgument',
      "error: command-argument value '3x' is invalid for argument 'duration'. Write 3d.",
    ),
    { lines: ["Invalid duration '3x': write 3d"], exitCode: 2 },
  ],
  [
    'help',
    new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'),
    { lines: [], exitCode: 0 },
  ],
  [
    'help for want of a command',
    new CommanderError(1, 'commander.help', '(outputHelp)'),
    { lines: [], exitCode: 2 },
  ],
  ['anything else', new TypeError('x is\u001b no y'), { lines: ['x is? no y'], exitCode: 1 }],
])('%s', (_name, error, failure) => {
  expect(failureOf(error)).toEqual(failure)
})
