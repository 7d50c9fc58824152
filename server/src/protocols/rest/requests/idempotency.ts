// Idempotent writes: stores the first outcome of an `Idempotency-Key` and returns it for repeated requests.
import { createHash } from 'node:crypto'
import { outcomeStore } from '../../../platform/changes/outcome-store.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import { invalid } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { runsAgain } from '../../../platform/storage/joined.ts'

export interface Answer {
  status: number
  /** The response body as JSON. */
  body: string
}

export interface KeyedRequest {
  user_id: string
  key: string
  method: string
  /** The path with its query string. */
  url: string
  body: string
}

const KEY = /^[\x20-\x7e]{1,255}$/

/** Throws if the key is malformed. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!KEY.test(header)) throw invalid('Idempotency-Key', 'must have 1 to 255 printable ASCII characters')
  return header
}

const DIFFERENT = 'has been used for another request: use a new key for every new request'

/** False for an outcome that a retry may change, which is therefore not stored. */
const isFinal = (status: number): boolean => ![401, 403, 429].includes(status) && status < 500

/**
 * Runs the request and stores its outcome in one transaction. A second request with the same key waits for the
 * first, because writes of one person run one after the other.
 */
export async function answerOnce(
  parts: { storage: RecordedStorage; clock: Clock; toAnswer(error: unknown): Answer },
  request: KeyedRequest,
  run: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { storage, clock, toAnswer } = parts
  const fingerprint = fingerprintOf(request)
  let failure: unknown
  const outcome = await storage.enclose([request.user_id], async tx => {
    failure = undefined
    const store = outcomeStore(tx)
    const first = await store.find(request.user_id, 'http', request.key, clock.now())
    if (first) {
      if (first.fingerprint !== fingerprint) throw invalid('Idempotency-Key', DIFFERENT)
      return { status: first.status, body: first.body, replayed: true }
    }
    const answer = await run().catch((error: unknown) => {
      if (runsAgain(error)) throw error
      failure = error
      return toAnswer(error)
    })
    // Returns without storing the outcome. Nothing was written, because the failed writes were rolled back.
    if (!isFinal(answer.status)) return { ...answer, replayed: false }
    await store.record(request.user_id, 'http', request.key, clock.now(), { fingerprint, ...answer })
    return { ...answer, replayed: false }
  })
  if (failure !== undefined && !outcome.replayed) throw failure
  return outcome
}

function fingerprintOf({ method, url, body }: KeyedRequest): string {
  const hash = createHash('sha256')
  for (const part of [method, url.replace(/^\/api\/v1(?=\/|\?|$)/, '/v1'), body])
    hash.update(`${part.length} ${part} `)
  return hash.digest('base64url')
}
