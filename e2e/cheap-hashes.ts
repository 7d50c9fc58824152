// The server of the browser tests preloads this file to make password hashes cheap. Each test user needs two hashes. At
// the usual cost, they took more than half of the server's time for a new user.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto

/** The lowest costs that argon2 allows. */
const CHEAP = { memory: 8, passes: 1 }

Object.assign(crypto, {
  argon2(...[algorithm, parameters, callback]: Parameters<typeof argon2>) {
    argon2(algorithm, { ...parameters, ...CHEAP }, callback)
  },
})
syncBuiltinESMExports()
