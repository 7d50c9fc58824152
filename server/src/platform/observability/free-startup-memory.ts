// Gives memory back to the machine that only the start has needed: sources, and what was made of them.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

/** Those who waited for the start are answered first: this takes a tenth of a second. */
const LATER_MS = 1_000

/** A fifth of what the process holds after a start. Node would do it too, but only after long quiet. */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as Collect
    setFlagsFromString('--no-expose-gc')
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
  }, LATER_MS).unref()
}
