// Configures fast-check for all tests: one random seed per test run, and fewer iterations in quick runs.
import fc from 'fast-check'
import { SEED_VARIABLE, seedOf } from './seed.ts'

fc.configureGlobal({ seed: seedOf(process.env[SEED_VARIABLE]) })

export { default } from 'fast-check'

/** The number of iterations for a slow property; `npm run test:unit` uses a tenth. */
export const runs = (full: number): number => (process.env['QUICK_PROPERTIES'] ? Math.ceil(full / 10) : full)

/** The first cases of a long list; all of them, except in `npm run test:unit`. */
export const some = <T>(all: readonly T[]): readonly T[] => all.slice(0, runs(all.length))

/**
 * The number of iterations for a property that is tested on both databases. The seed is the same for both, so that
 * PostgreSQL repeats cases that SQLite tries too: half of them, because there they only show differences of the SQL.
 */
export const runsOn = (database: string, full: number): number =>
  runs(database === 'sqlite' ? full : Math.ceil(full / 2))
