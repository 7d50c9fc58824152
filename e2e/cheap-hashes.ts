// Preloaded by the server of browser tests: makes password hashes cheap, because each person needs two of them, and
// they took more than half of the server's time for a new person.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto

/** The smallest costs that argon2 allows. */
const CHEAP = { memory: 8, passes: 1 }

Object.assign(crypto, {
  argon2(...[algorithm, parameters, callback]: Parameters<typeof argon2>) {
    argon2(algorithm, { ...parameters, ...CHEAP }, callback)
  },
})
syncBuiltinESMExports()
