/** Preloaded into a process: when it ends, it prints which of Node's own modules it has loaded. */
process.on('exit', () => {
  /** @type {readonly string[]} */
  const all = Reflect.get(process, 'moduleLoadList')
  const names = all.filter((name) => name.startsWith('NativeModule '))
  process.stderr.write(`loaded ${JSON.stringify(names.map((name) => name.slice(13)))}\n`)
})
