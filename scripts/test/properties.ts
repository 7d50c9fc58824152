// Configures fast-check for all tests: one random seed per test run, and fewer iterations unless all are requested.
import fc from 'fast-check'
import { SEED_VARIABLE, seedOf } from './seed.ts'

fc.configureGlobal({ seed: seedOf(process.env[SEED_VARIABLE]) })

export { default } from 'fast-check'

/** `fc.string({ unit: 'binary' })` would first list a million characters, which takes a second of CPU time. */
export const anyCharacters = fc
  .array(fc.nat(0x10_ff_ff), { maxLength: 12 })
  .map(points => String.fromCodePoint(...points))

const isQuick = process.env['QUICK_PROPERTIES'] !== undefined
const tryAll = process.env['PROPERTY_CASES'] === 'all'

/** The number of cases to test: a tenth in `npm run test:unit`, otherwise all. See `runs` for slow random cases. */
export const fixed = (full: number): number => (isQuick ? Math.ceil(full / 10) : full)

/**
 * The number of random cases for a slow property. Normal runs use a quarter, because every run tries different
 * cases. `PROPERTY_CASES=all` uses all.
 */
export const runs = (full: number): number => fixed(tryAll || isQuick ? full : Math.ceil(full / 4))

/** Returns the first cases in `npm run test:unit`, otherwise all. */
export const some = <T>(all: readonly T[]): readonly T[] => all.slice(0, fixed(all.length))

/**
 * The number of iterations for a property that is tested on both databases. Both use the same seed, so PostgreSQL
 * repeats SQLite's cases. PostgreSQL needs fewer, because it only has to reveal differences in the SQL: a quarter in
 * normal runs, half with `PROPERTY_CASES=all`.
 */
export const runsOn = (database: string, full: number): number =>
  runs(database === 'sqlite' ? full : Math.ceil(full / (tryAll ? 2 : 4)))
