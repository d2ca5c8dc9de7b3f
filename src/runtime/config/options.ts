import type { ConfigDocument } from './config-document.ts'

/** How to start a sandbox. Missing options come from the config, then from the defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port?: number | undefined
  /** The address to listen on. Any address other than loopback needs a control token. */
  readonly host?: string | undefined
  /** The folder that keeps all data across restarts. */
  readonly data?: string | undefined
  /** Keep nothing on disk. */
  readonly memory?: boolean | undefined
  /** Shipped scenarios or files; the last one has the highest priority. */
  readonly scenario?: string | readonly string[] | undefined
  /** A config file or its content; `{}` ignores the config file in the working folder. */
  readonly config?: string | ConfigDocument | undefined
  /** An export that the sandbox and every new world start with; a reset returns to it. */
  readonly import?: string | undefined
  /** Records everything to a run file, which is complete after `close()`. */
  readonly record?: string | undefined
  /** The seed of generated values: the same seed gives the same values. */
  readonly seed?: number | undefined
  /** Freezes the clock at this instant. A text is ISO 8601 with an offset. */
  readonly clock?: string | Date | undefined
  /** Reloads scenario files when they change. */
  readonly watch?: boolean | undefined
  /** `relaxed` survives a killed process; `sync` (the default) also survives a power cut. */
  readonly durability?: 'sync' | 'relaxed' | undefined
  /** The bearer token that the control API then requires. */
  readonly controlToken?: string | undefined
  /** Serves HTTPS with a certificate from a generated authority. */
  readonly tls?: boolean | undefined
  /** PEM files for HTTPS, instead of generated ones; give both or neither. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Further host names that the sandbox accepts; requests for other hosts are refused. */
  readonly allowHost?: string | readonly string[] | undefined
  /** The base of links if a proxy stands in front of the sandbox. */
  readonly publicUrl?: string | undefined
  /** Prints no warnings on standard error. */
  readonly quiet?: boolean | undefined
}
