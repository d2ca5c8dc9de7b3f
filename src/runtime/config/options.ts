import type { ConfigDocument } from './config-document.ts'

/** How a sandbox is to be started. What is left out comes from the config, else from the defaults. */
export interface SandboxOptions {
  /** 0: any free one. */
  readonly port?: number | undefined
  /** The address to listen on. Beyond this machine only with a control token. */
  readonly host?: string | undefined
  /** The folder that keeps everything over a restart. */
  readonly data?: string | undefined
  /** Keep nothing on disk. */
  readonly memory?: boolean | undefined
  /** Shipped names or files; the last one has the highest priority. */
  readonly scenario?: string | readonly string[] | undefined
  /** A file, or what would be in it; `{}` leaves the working folder's own unread. */
  readonly config?: string | ConfigDocument | undefined
  /** An export that the sandbox and every world made later start with; a reset returns to it. */
  readonly import?: string | undefined
  /** Writes all that happens to a run file, which is whole after `close()`. */
  readonly record?: string | undefined
  /** What generated values come from: the same seed gives the same values. */
  readonly seed?: number | undefined
  /** Starts frozen there. A text is ISO 8601 with its offset. */
  readonly clock?: string | Date | undefined
  /** Loads a scenario file again when it changes. */
  readonly watch?: boolean | undefined
  /** `relaxed` survives a killed process, `sync` (the default) a power cut too. */
  readonly durability?: 'sync' | 'relaxed' | undefined
  /** What the control API then asks for, as a bearer token. */
  readonly controlToken?: string | undefined
  /** Speaks HTTPS with a certificate of an authority that is made for it. */
  readonly tls?: boolean | undefined
  /** PEM files to speak HTTPS with, in place of generated ones; both or neither. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Further names that the sandbox is called by; a request for another host is refused. */
  readonly allowHost?: string | readonly string[] | undefined
  /** What links begin with where a proxy stands in front. */
  readonly publicUrl?: string | undefined
  /** Says nothing of trouble on standard error. */
  readonly quiet?: boolean | undefined
}
