// Yields to the event loop between the statements of a long unit of work, because `node:sqlite` is synchronous.
import { ownTurn } from '../../kernel/concurrency/in-turns.ts'

/** A unit of work yields once its statements have run longer than this without a pause. */
const LONGEST_CHAIN_MS = 10
/**
 * Work that continues with `process.nextTick`, such as a stream, ends the chain but not the event loop iteration. This
 * limit makes it yield too.
 */
const LONGEST_TURN_MS = 30

/**
 * Returns a function to call before each statement. If it returns a promise, the work should wait for the next event
 * loop iteration. Short work does not yield at all. Otherwise, requests that arrive together would all have their rows
 * in memory at once: with 64 requests, garbage collection took a third of the time.
 */
export function statementTurns(now = () => performance.now()): () => Promise<void> | undefined {
  let chainedAt: number | undefined
  let turnedAt = now()
  const endChain = () => {
    chainedAt = undefined
  }

  async function turn(): Promise<void> {
    await ownTurn()
    turnedAt = now()
  }

  return () => {
    const time = now()
    if (chainedAt === undefined) {
      chainedAt = time
      // Runs when no promise of this unit of work can continue immediately, because all wait for something else.
      process.nextTick(endChain)
    }
    return time - chainedAt > LONGEST_CHAIN_MS || time - turnedAt > LONGEST_TURN_MS ? turn() : undefined
  }
}
