// Hashes with argon2id and OWASP's recommended parameters. Also verifies scrypt hashes from earlier versions.
import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface HashCost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const RECOMMENDED: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const prefixOf = ({ memory, passes, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Returns a string in PHC format, which includes the parameters. */
export async function hashPassword(password: string, cost = RECOMMENDED): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const hash = await argon2id({ ...cost, message: plain(password), nonce, tagLength: HASH_BYTES })
  return `${prefixOf(cost)}${unpadded(nonce)}$${unpadded(hash)}`
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const found = ARGON2ID.exec(stored)?.groups
  if (!found) return verifyScrypt(password, stored)
  const expected = Buffer.from(found['hash'] ?? '', 'base64')
  const actual = await argon2id({
    memory: Number(found['m']),
    passes: Number(found['t']),
    parallelism: Number(found['p']),
    message: plain(password),
    nonce: Buffer.from(found['salt'] ?? '', 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** True unless this is an argon2id hash with the given cost. The next successful sign-in replaces an outdated hash. */
export const isOutdated = (stored: string, cost = RECOMMENDED): boolean => !stored.startsWith(prefixOf(cost))

const ARGON2ID =
  /^\$argon2id\$v=19\$m=(?<m>\d{1,7}),t=(?<t>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[A-Za-z0-9+/]{11,86})\$(?<hash>[A-Za-z0-9+/]{22,86})$/

const argon2id = (parameters: Parameters<typeof argon2>[1]): Promise<Buffer> =>
  promisify(argon2)('argon2id', parameters)

/** Verifies a hash of an earlier version: `salt:key` in hex. */
async function verifyScrypt(password: string, stored: string): Promise<boolean> {
  const [, salt, key] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(stored) ?? []
  if (salt === undefined || key === undefined) return false
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // The salt is the hex text itself, not the bytes that it encodes.
  scrypt(plain(password), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 67_108_864 }, (error, found) =>
    error ? reject(error) : resolve(found),
  )
  return timingSafeEqual(await promise, Buffer.from(key, 'hex'))
}

/** Normalizes the password, because keyboards produce different Unicode forms of the same text. */
const plain = (password: string): string => password.normalize('NFKC')

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
