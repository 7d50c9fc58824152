// Runs staged requests step by step, and lets requests wait for the end.

import type { RecordedStorage } from '../changes/recording/recorded-storage.ts'
import { finish, requireClaim } from '../jobs/enqueue.ts'
import { type ClaimedJob, LeaseLost, Postponed } from '../jobs/job.ts'
import type { Jobs } from '../jobs/open.ts'
import { mintActor } from '../kernel/actor.ts'
import { type Cause, newCause, withCause } from '../kernel/cause.ts'
import { conflict, isRefusal, notFound, Problem } from '../kernel/errors.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { utc, type Zone } from '../kernel/time/zone.ts'
import type { Tx, UnitOfWork } from '../storage/unit-of-work.ts'
import { pace } from './pace.ts'
import { partReader, removeLostParts, removeParts } from './parts.ts'
import type {
  AnyStaged,
  Job,
  Settled,
  StagedImport,
  StagedKind,
  StagedProgress,
  StagedWork,
  TakeBack,
} from './staged.ts'
import { STAGED_JOB } from './start.ts'
import { type StagedRow, stagedStore } from './store.ts'

export interface StagedParts {
  storage: RecordedStorage
  clock: Clock
  jobs: Jobs
  takeBack: TakeBack
  /** How long a request waits for the end before it responds with the job. */
  wait_ms?: number
}

export interface Staged {
  handle<Input, State, Item = never>(
    kind: string,
    handler: StagedKind<Input, State> | StagedImport<Input, State, Item>,
  ): void
  /** Waits for the end of a request unless `wait` is false. Throws the problem with which the request failed. */
  settle(ownerId: string, id: string, options: { zone?: Zone | undefined; wait: boolean }): Promise<Settled>
  /**
   * Returns the job and the position of its last step that is done. Throws 404 unless the job exists and `isVisible` is
   * true for the name of the token that started it.
   */
  find(
    ownerId: string,
    id: string,
    zone: Zone,
    isVisible?: (tokenName: string | null) => boolean,
  ): Promise<{ job: Job; seq: number | undefined }>
  cancel(
    ownerId: string,
    id: string,
    zone: Zone,
    isVisible?: (tokenName: string | null) => boolean,
  ): Promise<Job>
  /** Deletes requests that ended before this time. */
  prune(before: number): Promise<void>
}

const WAIT_MS = 20_000
/** How often a waiting request looks for the end, because another instance may run the steps. */
const LOOK_MS = 500
/** Longer than a file can take to be read. */
const LOST_MS = 86_400_000
/** An unexpected error is retried this often. After that, the request fails and takes back what it wrote. */
const MAX_ATTEMPTS = 5
const RETRY_MS = 1_000
const CANCELED = 'The request was canceled. What it had written was taken back.'
const BROKEN =
  'Something went wrong on the server. What the request had written was taken back. Please try again.'

export function openStaged({ storage, clock, jobs, takeBack, wait_ms = WAIT_MS }: StagedParts): Staged {
  const kinds = new Map<string, AnyStaged>()
  const parts = partReader(storage)
  const waiting = new Map<string, Set<() => void>>()

  function kindOf({ kind }: StagedRow): AnyStaged {
    const found = kinds.get(kind)
    if (!found) throw new Error(`There is no handler for staged requests of the kind ${kind}.`)
    return found
  }

  jobs.handle(STAGED_JOB, {
    finishes: true,
    retries: { attempts: Number.POSITIVE_INFINITY, first_ms: RETRY_MS, most_ms: 60_000 },
    run: (job, signal) => runAll(job, signal),
  })

  /** Runs all requests of one person, the oldest first. */
  async function runAll(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    for (;;) {
      const row = await storage.write([job.key], async tx => {
        const next = await stagedStore(tx).next(job.key)
        if (!next) await finish(tx, job)
        return next
      })
      if (!row) return
      await run(row, job, signal)
    }
  }

  async function run(row: StagedRow, job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const steps = pace()
    const isNew = row.done === 0 && row.state === null && row.phase === 'ahead'
    let next: StagedRow | undefined = row
    while (next && next.ended_at === null) {
      const current: StagedRow = next
      if (signal.aborted) throw new Postponed(clock.now())
      try {
        if (isNew && current === row) await kindOf(row).check?.(storage, workOf(row))
        const [before, most] = [performance.now(), steps.most()]
        next = await oneStep(current, job, most)
        steps.took(Math.abs((next?.done ?? 0) - current.done) || most, performance.now() - before)
      } catch (error) {
        if (!(await turnBack(current, job, error))) throw error
        next = await storage.read(db => stagedStore(db).find(row.owner_id, row.id))
      }
    }
    for (const wake of waiting.get(row.id) ?? []) wake()
    await removeParts(storage, row.id)
  }

  /** Returns the row after the step; undefined if the person has been deleted. */
  async function oneStep(
    { owner_id, id }: StagedRow,
    job: ClaimedJob,
    most: number,
  ): Promise<StagedRow | undefined> {
    const found = await storage.read(db => stagedStore(db).find(owner_id, id))
    if (!found) return undefined
    const kind = kindOf(found)
    const claimed = async (tx: Tx) => {
      await requireClaim(tx, job)
      return stagedStore(tx).find(owner_id, id)
    }
    if ('write' in kind && found.phase === 'ahead') {
      // Read before the transaction.
      const next = await parts.next(id, kind.place(found.state), most)
      const actor = mintActor(owner_id)
      return withCause(causeOf(found), () =>
        storage.together([owner_id], async () => {
          const row = await storage.write([owner_id], claimed)
          if (row?.phase !== 'ahead' || row.ended_at !== null) return row
          const after = ahead(
            row,
            await kind.write({ ...workOf(row), actor }, next?.items ?? [], next?.place),
          )
          await storage.write([owner_id], tx => stagedStore(tx).save(after))
          return after
        }),
      )
    }
    return withCause(causeOf(found), () =>
      storage.write([owner_id], async tx => {
        const row = await claimed(tx)
        if (!row || row.ended_at !== null) return row
        const isAhead = row.phase === 'ahead' && 'step' in kind
        const next = isAhead
          ? ahead(row, await kind.step(tx, workOf(row), most))
          : await stepBack(tx, row, most)
        await stagedStore(tx).save(next)
        return next
      }),
    )
  }

  function ahead(row: StagedRow, progress: StagedProgress): StagedRow {
    const done = row.done + progress.done
    if ('result' in progress)
      return {
        ...row,
        done,
        total: done,
        status: 'done',
        result: progress.result,
        state: null,
        ended_at: clock.now(),
      }
    return { ...row, done, total: Math.max(done, progress.total ?? row.total), state: progress.state }
  }

  async function stepBack(tx: Tx, row: StagedRow, most: number): Promise<StagedRow> {
    const progress = await takeBack(tx, workOf(row), row.state, most)
    if (progress) return { ...row, state: progress.state, done: Math.max(0, row.done - progress.done) }
    const status = row.failure?.detail === CANCELED ? 'canceled' : 'failed'
    return { ...row, status, state: null, done: 0, ended_at: clock.now() }
  }

  /** Returns false if the same step must be tried again later. */
  async function turnBack(row: StagedRow, job: ClaimedJob, error: unknown): Promise<boolean> {
    const isFinal = isRefusal(error) || (!(error instanceof LeaseLost) && job.attempts >= MAX_ATTEMPTS)
    if (!isFinal || error instanceof Postponed || !kindOf(row).takesBack) return false
    const failure = isRefusal(error)
      ? { kind: error.kind, detail: error.message, code: error.code }
      : { kind: 'unavailable' as const, detail: BROKEN }
    await storage.write([row.owner_id], async tx => {
      await requireClaim(tx, job)
      const now = await stagedStore(tx).find(row.owner_id, row.id)
      if (!now || now.ended_at !== null) return
      if (now.phase === 'ahead') await stagedStore(tx).save({ ...now, phase: 'back', state: null, failure })
      else await stagedStore(tx).save({ ...now, state: refusedAgain(now.state) })
    })
    return true
  }

  async function jobOf(row: StagedRow, zone: Zone): Promise<Job> {
    const { id, status, done, total } = row
    const isEnded = status !== 'running'
    const progress = isEnded ? 1 : total === 0 ? 0 : Math.min(0.99, done / total)
    const result =
      row.failure && isEnded ? { detail: row.failure.detail } : isEnded ? await bodyOf(row, zone) : null
    return { id, status, progress, result }
  }

  const bodyOf = async (row: StagedRow, zone: Zone): Promise<unknown> =>
    (await kindOf(row).present?.(workOf(row), row.result, zone)) ?? row.result

  async function ended(ownerId: string, id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const until = performance.now() + wait_ms
    const own = waiting.get(id) ?? new Set()
    waiting.set(id, own.add(resolve))
    const looking = setInterval(
      async () => {
        const row = await storage.read(db => stagedStore(db).find(ownerId, id)).catch(() => null)
        if (row === undefined || (row !== null && row.ended_at !== null) || performance.now() >= until)
          resolve()
      },
      Math.min(LOOK_MS, wait_ms),
    )
    try {
      await promise
    } finally {
      clearInterval(looking)
      own.delete(resolve)
      if (own.size === 0) waiting.delete(id)
    }
  }

  async function visible(
    db: Parameters<Parameters<UnitOfWork['read']>[0]>[0],
    ownerId: string,
    id: string,
    isVisible: (tokenName: string | null) => boolean,
  ): Promise<StagedRow> {
    const row = await stagedStore(db).find(ownerId, id)
    if (!row || !isVisible(row.token_name)) throw notFound('There is no such job.')
    return row
  }

  return {
    handle(kind, handler) {
      kinds.set(kind, handler as AnyStaged)
    },

    async settle(ownerId, id, { zone = utc, wait }) {
      // The request starts the work itself, so that it does not depend on when the job queue looks.
      jobs.runNow(STAGED_JOB)
      const find = () => storage.read(db => stagedStore(db).find(ownerId, id))
      let row = await find()
      if (wait && row?.ended_at === null) {
        await ended(ownerId, id)
        row = await find()
      }
      if (!row) throw notFound('There is no such job.')
      const { failure, status } = row
      const seq = await storage.read(db => stagedStore(db).seqOf(row))
      if (status === 'running') return { ended: false, seq, job: await jobOf(row, zone) }
      if (failure)
        throw new Problem(
          failure.kind,
          failure.detail,
          failure.code === undefined ? {} : { code: failure.code },
        )
      return { ended: true, seq, body: await bodyOf(row, zone) }
    },

    async find(ownerId, id, zone, isVisible = () => true) {
      const { row, seq } = await storage.read(async db => {
        const found = await visible(db, ownerId, id, isVisible)
        return { row: found, seq: await stagedStore(db).seqOf(found) }
      })
      return { job: await jobOf(row, zone), seq }
    },

    async cancel(ownerId, id, zone, isVisible = () => true) {
      await storage.write([ownerId], async tx => {
        const row = await visible(tx, ownerId, id, isVisible)
        if (row.ended_at !== null) throw conflict('This request has already ended.')
        if (!kindOf(row).takesBack)
          throw conflict('A deletion cannot be canceled. Undo it when it has ended.')
        if (row.phase === 'back') return
        await stagedStore(tx).save({
          ...row,
          phase: 'back',
          state: null,
          failure: { kind: 'conflict', detail: CANCELED },
        })
      })
      return (await this.find(ownerId, id, zone)).job
    },

    async prune(before) {
      while ((await storage.write([], tx => stagedStore(tx).removeOld(before))) > 0);
      await removeLostParts(storage, clock.now() - LOST_MS)
    },
  }
}

/** Lets the next step back leave out what was refused. */
const refusedAgain = (state: unknown) => {
  const known = (state ?? {}) as { refusals?: number }
  return { ...known, refusals: (known.refusals ?? 0) + 1 }
}

const workOf = ({ id, owner_id, batch_id, token_name, input, state, done }: StagedRow): StagedWork => ({
  ...{ id, owner_id, batch_id, token_name, input, state, done },
})

/** Each step has its own cause object, because the change log collects the versions of one transaction in it. */
const causeOf = ({ batch_id, owner_id, via, token_name, reply_to, undoes }: StagedRow): Cause =>
  newCause({ batch_id, actor_id: owner_id, via, token_name, reply_to, undoes })
