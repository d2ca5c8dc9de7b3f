/**
 * Loaded into the program before it starts: real time stands still, and moves when its parent says
 * how many milliseconds have passed. So what the program measures is the same in every picture.
 */
let passed = 0
const began = Date.UTC(2026, 2, 9, 23)

process.on('message', (ms) => {
  passed += Number(ms)
  process.send?.('moved')
})
process.channel?.unref()

Date.now = () => began + passed
performance.now = () => passed
