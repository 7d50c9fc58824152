// Opens the transaction of a request. Protocols, jobs and commands call this; use cases never do.
import type { Cause } from '../kernel/cause.ts'
import type { Declared } from '../kernel/route-handlers.ts'
import { Stale } from '../storage/stale.ts'
import type { Db, UnitOfWork } from '../storage/unit-of-work.ts'
import type { RecordedStorage } from './recording/recorded-storage.ts'
import type { By, UseCase, Write } from './request-tx.ts'

/** After that many attempts, the keys of a write change faster than they can be read. */
const MOST_ATTEMPTS = 4

/** Runs a use case in one transaction and one batch, with the keys that it declares and the actor. */
export async function write<Input, Result>(
  storage: Pick<RecordedStorage, 'read' | 'transaction'>,
  by: By,
  { keys, run }: Write<Input, Result>,
  input: Input,
): Promise<Result> {
  const asked = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    const found = keys ? await storage.read(db => keys(db, by.actor, input)) : []
    try {
      const all = new Set([by.actor.id, ...found, ...asked])
      return await storage.transaction([...all], by, tx => run(tx, input))
    } catch (error) {
      if (!(error instanceof Stale) || attempt === MOST_ATTEMPTS) throw error
      for (const key of error.keys) asked.add(key)
    }
  }
}

/** The handler of a route that runs in the transaction of its request. */
export interface WriteHandler<Call, Answer> extends Write<Call, Answer>, Declared<Call, Answer> {
  readonly opens: 'transaction'
  run: UseCase<Call, Answer>
  /** What the changes have besides who made them. */
  cause?: ((call: Call) => Partial<Cause>) | undefined
  /** Answers a request with `dry_run: true`, which opens no transaction. */
  dryRun?: ((db: Db, call: Call) => Promise<Answer>) | undefined
}

/** The handler of a route that only reads. */
export interface ReadHandler<Call, Answer> extends Declared<Call, Answer> {
  readonly opens: 'read'
  run: (db: Db, call: Call) => Promise<Answer>
}

/** The handler of a route whose answer goes on reading after the handler has returned. */
export interface StepsHandler<Call, Answer> extends Declared<Call, Answer> {
  readonly opens: 'reads'
  run: (read: UnitOfWork['read'], call: Call) => Promise<Answer>
}

export const writes = <Call, Answer>(
  run: UseCase<Call, Answer>,
  further: Pick<WriteHandler<NoInfer<Call>, NoInfer<Answer>>, 'keys' | 'cause' | 'dryRun'> = {},
): WriteHandler<Call, Answer> => ({ opens: 'transaction', run, ...further })

export const reads = <Call, Answer>(
  run: (db: Db, call: Call) => Promise<Answer>,
): ReadHandler<Call, Answer> => ({ opens: 'read', run })

export const readsInSteps = <Call, Answer>(
  run: StepsHandler<Call, Answer>['run'],
): StepsHandler<Call, Answer> => ({ opens: 'reads', run })
