// Throttles a process to a fraction of a core: node throttle.ts <pid> <part>. This simulates instances on separate
// machines, although they share a few cores with a database and the load generator.
const [pid, part] = [Number(process.argv[2]), Number(process.argv[3])]
const PERIOD_MS = 5
const gate = new Int32Array(new SharedArrayBuffer(4))

for (;;) {
  try {
    process.kill(pid, 'SIGSTOP')
    Atomics.wait(gate, 0, 0, PERIOD_MS * (1 - part))
    process.kill(pid, 'SIGCONT')
    Atomics.wait(gate, 0, 0, PERIOD_MS * part)
  } catch {
    // The throttled process has ended.
    process.exit()
  }
}
