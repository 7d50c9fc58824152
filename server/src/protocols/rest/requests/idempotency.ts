// Idempotent writes: stores the first outcome of an `Idempotency-Key` and returns it for repeated requests.
import { createHash } from 'node:crypto'
import { OUTCOME_MS, outcomeStore } from '../../../platform/changes/outcome-store.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { currentCause } from '../../../platform/kernel/cause.ts'
import { KeyedMutex } from '../../../platform/kernel/concurrency/keyed-mutex.ts'
import { invalid } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { runsAgain } from '../../../platform/storage/joined.ts'

export interface Answer {
  status: number
  /** The response body as JSON. */
  body: string
  /** True if the body contains ids in place of resources, because the outcome was too large to keep. */
  isBrief?: boolean
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

/** False for an outcome that a retry may change, or that a corrected request replaces, which is therefore not stored. */
const isFinal = (status: number): boolean => ![401, 403, 422, 429].includes(status) && status < 500

export interface Outcome extends Answer {
  replayed: boolean
  /** Set if this request was refused, and the refusal is its outcome. */
  failure?: unknown
}

/**
 * Runs the request in its transaction, and stores its outcome there. What a refused request wrote is rolled back, but
 * not its outcome. A second request with the same key waits for the first, because writes of one person run one after
 * the other.
 */
export async function outcomeIn(
  tx: RequestTx,
  request: KeyedRequest,
  { toAnswer, run }: { toAnswer(error: unknown): Answer; run(): Promise<Answer> },
): Promise<Outcome> {
  const { user_id, key } = request
  const fingerprint = fingerprintOf(request)
  const store = outcomeStore(tx)
  const first = await store.find(user_id, 'http', key, tx.now)
  if (first) {
    if (first.fingerprint !== fingerprint) throw invalid('Idempotency-Key', DIFFERENT)
    tx.cause.position.seq = first.seq ?? undefined
    return { status: first.status, body: first.body, isBrief: first.form === 'brief', replayed: true }
  }
  const attempted = await tx.attempt(run).then(
    answer => ({ answer }),
    (failure: unknown) => ({ answer: toAnswer(failure), failure }),
  )
  const { answer } = attempted
  const isRefused = 'failure' in attempted
  if (isRefused && !isFinal(answer.status)) throw attempted.failure
  const seq = isRefused ? undefined : await tx.record()
  if (isFinal(answer.status))
    await store.record(user_id, 'http', key, tx.now, { fingerprint, ...answer, seq: seq ?? null })
  return { ...answer, replayed: false, ...(isRefused && { failure: attempted.failure }) }
}

/**
 * Runs the request and stores its outcome in one transaction. A second request with the same key waits for the
 * first, because writes of one person run one after the other.
 */
export async function answerOnce(
  parts: { storage: RecordedStorage; clock: Clock; toAnswer(error: unknown): Answer },
  request: KeyedRequest,
  run: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { position } = currentCause()
  const { storage, clock, toAnswer } = parts
  const fingerprint = fingerprintOf(request)
  let failure: unknown
  const outcome = await storage.enclose([request.user_id], async tx => {
    failure = undefined
    const store = outcomeStore(tx)
    const first = await store.find(request.user_id, 'http', request.key, clock.now())
    if (first) {
      if (first.fingerprint !== fingerprint) throw invalid('Idempotency-Key', DIFFERENT)
      position.seq = first.seq ?? undefined
      return { status: first.status, body: first.body, isBrief: first.form === 'brief', replayed: true }
    }
    const answer = await run().catch((error: unknown) => {
      if (runsAgain(error)) throw error
      failure = error
      return toAnswer(error)
    })
    // Returns without storing the outcome. Nothing was written, because the failed writes were rolled back.
    if (!isFinal(answer.status)) return { ...answer, replayed: false }
    await store.record(request.user_id, 'http', request.key, clock.now(), {
      fingerprint,
      ...answer,
      seq: position.seq ?? null,
    })
    return { ...answer, replayed: false }
  })
  if (failure !== undefined && !outcome.replayed) throw failure
  return outcome
}

/** How long a key of a test message is kept. */
const CLAIM_MS = 5 * 60_000

/** The requests that are running in this process. */
const running = new KeyedMutex()

/**
 * Runs a request that talks to other servers, outside of a transaction. Its key is stored first, so that nothing is sent
 * twice, and for five minutes only. A repeated request gets no body.
 */
export async function sendOnce<T>(
  { storage, clock }: { storage: RecordedStorage; clock: Clock },
  request: KeyedRequest,
  send: () => Promise<T>,
): Promise<{ sent: T } | { status: number }> {
  const { user_id, key } = request
  const fingerprint = fingerprintOf(request)
  const inStore = <R>(work: (store: ReturnType<typeof outcomeStore>) => Promise<R>) =>
    storage.write([user_id], tx => work(outcomeStore(tx)))
  return running.run(`${user_id} ${key}`, async () => {
    const first = await inStore(async store => {
      const found = await store.find(user_id, 'http', key, clock.now())
      if (found && found.fingerprint !== fingerprint) throw invalid('Idempotency-Key', DIFFERENT)
      const at = clock.now() - OUTCOME_MS + CLAIM_MS
      const claim = { fingerprint, status: 200, body: 'null', seq: null }
      if (!found) await store.record(user_id, 'http', key, at, claim)
      return found
    })
    if (first) return { status: first.status }
    try {
      return { sent: await send() }
    } catch (error) {
      await inStore(store => store.forget(user_id, 'http', key))
      throw error
    }
  })
}

function fingerprintOf({ method, url, body }: KeyedRequest): string {
  const hash = createHash('sha256')
  for (const part of [method, url.replace(/^\/api\/v1(?=\/|\?|$)/, '/v1'), body])
    hash.update(`${part.length} ${part} `)
  return hash.digest('base64url')
}
