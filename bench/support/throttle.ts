// Lets a process run only part of the time: node throttle.ts <pid> <part>. With it, several instances, a database and
// the load can share few cores while each instance still limits its own rate, as if it had its own machine.
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
    // The process has ended.
    process.exit()
  }
}
