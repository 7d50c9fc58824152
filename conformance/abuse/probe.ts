// Loaded into the server under test. Measures the longest task on the event loop in CPU time of the thread,
// so that other programs on the machine do not affect the result.
import { writeFileSync } from 'node:fs'

const TICK_MS = 2
const file = process.env['PROBE_FILE'] ?? ''

const used = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = used()
let longest = 0
const report = () => writeFileSync(file, String(Math.round(longest)))

if (file) {
  report()
  process.on('SIGUSR2', () => {
    longest = 0
    report()
  })
  setInterval(() => {
    const now = used()
    if (now - before > longest) {
      longest = now - before
      report()
    }
    before = used()
  }, TICK_MS).unref()
}
