// Makes test processes wait until their results are written. Otherwise `--test-force-exit` ends them earlier, and
// the report misses the last results (https://github.com/nodejs/node/issues/64833).
import type { Writable } from 'node:stream'

interface Pipe extends Writable {
  /** An internal property, because Node has no public way to wait for output. */
  _handle?: { setBlocking?(blocking: boolean): void }
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  const output: Pipe = process.stdout
  output._handle?.setBlocking?.(true)
}
