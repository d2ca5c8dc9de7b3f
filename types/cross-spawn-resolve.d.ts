/** Finds a program as `cross-spawn` does; undefined if there is none. The package has no types for it. */
declare module 'cross-spawn/lib/util/resolveCommand.js' {
  import type { SpawnOptions } from 'node:child_process'
  export default function resolveCommand(parsed: {
    readonly command: string
    readonly options: SpawnOptions
  }): string | undefined
}
