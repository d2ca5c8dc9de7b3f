/** Between two looks. */
const LOOK_EVERY_MS = 250

/**
 * Under npx there is a shell between npm and us, which a SIGTERM to npm ends and we never hear of.
 * We notice that our parent is another one.
 */
export function onLostNpx(act: () => void, env: NodeJS.ProcessEnv = process.env): () => void {
  if (env.npm_command !== 'exec') return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
