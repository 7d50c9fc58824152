// The seed for a test run is random, unless one is given to repeat an earlier run.
import { randomInt } from 'node:crypto'

export const SEED_VARIABLE = 'PROPERTY_SEED'

export function seedOf(given: string | undefined): number {
  if (given === undefined || given === '') return randomInt(2 ** 31)
  if (!/^-?\d{1,10}$/.test(given)) throw new Error(`${SEED_VARIABLE} must be a whole number.`)
  return Number(given)
}
