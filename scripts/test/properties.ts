// fast-check for all tests: one fresh seed for a whole run, and fewer tries in quick runs.
import fc from 'fast-check'
import { SEED_VARIABLE, seedOf } from './seed.ts'

fc.configureGlobal({ seed: seedOf(process.env[SEED_VARIABLE]) })

export { default } from 'fast-check'

/** How often a property that takes seconds is tried: `npm run test:unit` uses a tenth. */
export const runs = (full: number): number => (process.env['QUICK_PROPERTIES'] ? Math.ceil(full / 10) : full)
