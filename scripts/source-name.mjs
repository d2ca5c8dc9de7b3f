import path from 'node:path'

/** The name of a source file below src/, with slashes on every system. */
export function sourceName(
  /** @type {string} */ root,
  /** @type {string} */ file,
  /** @type {import('node:path').PlatformPath} */ system = path,
) {
  return system.relative(system.join(root, 'src'), file).replaceAll(system.sep, '/')
}
