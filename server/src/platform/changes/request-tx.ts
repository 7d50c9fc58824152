// The transaction of one request, step or message. A use case takes it as its first argument and never opens one.
import type { Actor } from '../kernel/actor.ts'
import type { Cause } from '../kernel/cause.ts'
import type { Db, Tx } from '../storage/unit-of-work.ts'

/** Who acts, and how. */
export interface By {
  readonly actor: Actor
  readonly cause: Cause
}

export interface RequestTx extends Tx, By {
  /** One moment for the whole write. */
  readonly now: number
  /** Throws `Stale` unless this transaction holds these keys. The write is then tried again with them. */
  hold(...keys: readonly string[]): void
  /**
   * Appends the changes so far to the change log, so that their versions are known (`cause.versions`). Returns the
   * number of the last new entry in the actor's log. Without this call, it happens before the commit.
   */
  record(): Promise<number | undefined>
}

export type UseCase<Input, Result> = (tx: RequestTx, input: Input) => Promise<Result>

/** How a request, a step or a message runs a use case. */
export interface Write<Input, Result> {
  /** The keys besides the actor, if the data of others changes too. Read before the transaction. */
  keys?: ((db: Db, actor: Actor, input: Input) => Promise<readonly string[]>) | undefined
  run: UseCase<Input, Result>
}
