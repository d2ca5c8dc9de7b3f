import { bashScript, zshScript } from '../../completion/bash-script.ts'
import { completedCommands } from '../../completion/completed-words.ts'
import { fishScript } from '../../completion/fish-script.ts'
import { powershellScript } from '../../completion/powershell-script.ts'
import { command } from '../../define/command.ts'
import { argument, oneWordOf } from '../../define/option.ts'

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const

const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const

export const completionCommand = command({
  name: 'completion',
  group: 'For tools',
  summary: 'Print a script that completes commands in your shell',
  details:
    'Prints a script for your shell. It completes commands, options, their values and the names of built-in scenarios.',
  examples: [
    'completion bash >> ~/.bashrc',
    'completion zsh >> ~/.zshrc',
    'completion fish > ~/.config/fish/completions/sandgate.fish',
    'completion powershell >> $PROFILE',
  ],
  args: {
    shell: argument('<shell>', 'bash, zsh, fish or powershell', oneWordOf(shellNames), shellNames),
  },
  target: 'nothing',
  async run({ shell }, { io, all }) {
    const definitions = await Promise.all(Object.values(all).map((load) => load()))
    io.stdout.write(scripts[shell](completedCommands(definitions)))
  },
})
