// Makes test processes wait until their results are written. Otherwise `--test-force-exit` ends them while results
// are still on their way, and these are missing in the report (https://github.com/nodejs/node/issues/64833).
import type { Writable } from 'node:stream'

interface Pipe extends Writable {
  /** Internal, but there is no other way until Node waits by itself. */
  _handle?: { setBlocking?(blocking: boolean): void }
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  const output: Pipe = process.stdout
  output._handle?.setBlocking?.(true)
}
