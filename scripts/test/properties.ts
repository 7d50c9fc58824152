// Configures fast-check for all tests: one random seed per test run, and fewer iterations unless all are requested.
import fc from 'fast-check'
import { SEED_VARIABLE, seedOf } from './seed.ts'

fc.configureGlobal({ seed: seedOf(process.env[SEED_VARIABLE]) })

export { default } from 'fast-check'

const isQuick = process.env['QUICK_PROPERTIES'] !== undefined
const tryAll = process.env['PROPERTY_CASES'] === 'all'

/** The length of a fixed list of cases, which is the same in every run; `npm run test:unit` uses a tenth. */
export const fixed = (full: number): number => (isQuick ? Math.ceil(full / 10) : full)

/**
 * The number of random cases of a slow property: a quarter of them, because every run tries others. All of them with
 * `PROPERTY_CASES=all`.
 */
export const runs = (full: number): number => fixed(tryAll || isQuick ? full : Math.ceil(full / 4))

/** The first cases of a long list; all of them, except in `npm run test:unit`. */
export const some = <T>(all: readonly T[]): readonly T[] => all.slice(0, fixed(all.length))

/**
 * The number of iterations for a property that is tested on both databases. Both databases use the same seed, so
 * PostgreSQL repeats cases of SQLite. On PostgreSQL, half of the iterations are enough, because they only need to find
 * differences in the SQL.
 */
export const runsOn = (database: string, full: number): number =>
  runs(database === 'sqlite' ? full : Math.ceil(full / 2))
