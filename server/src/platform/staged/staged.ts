// Requests that touch many items run in several short transactions, so that other writes do not have to wait. All
// steps share one batch of the change log.
import type { Actor } from '../kernel/actor.ts'
import type { Zone } from '../kernel/time/zone.ts'
import type { Tx, UnitOfWork } from '../storage/unit-of-work.ts'
import type { PartPlace } from './parts.ts'

/** A request that touches at most this many items is one transaction. */
export const MAX_IN_ONE_TRANSACTION = 1_000

export type StagedStatus = 'running' | 'done' | 'failed' | 'canceled'

/** The work that one request asked for. `Input` and `State` are JSON. */
export interface StagedWork<Input = unknown, State = unknown> {
  readonly id: string
  readonly owner_id: string
  readonly batch_id: string
  readonly token_name: string | null
  readonly input: Input
  /** What the last step returned. Null in the first step. */
  readonly state: State | null
  readonly done: number
}

export type StagedProgress<State = unknown> =
  | { state: State; done: number; total?: number | undefined }
  /** The last step. */
  | { result: unknown; done: number }

interface AnyKind<Input, State> {
  /**
   * True if a refusal or `DELETE /v1/jobs/{id}` takes back what the steps have written. False for a deletion, which
   * always goes on.
   */
  takesBack: boolean
  /** Runs before the first step, without a transaction. Throws a problem if the work cannot be done. */
  check?(uow: UnitOfWork, work: StagedWork<Input, State>): Promise<void>
  /** Returns the response. By default, this is the result of the last step. */
  present?(work: StagedWork<Input, State>, result: unknown, zone: Zone): Promise<unknown>
}

export interface StagedKind<Input = unknown, State = unknown> extends AnyKind<Input, State> {
  /** Runs in one transaction. Must not touch many more than `most` items. */
  step(tx: Tx, work: StagedWork<Input, State>, most: number): Promise<StagedProgress<State>>
}

/** Reads the next items of an uploaded file before each step, so that no transaction waits for that. */
export interface StagedImport<Input = unknown, State = unknown, Item = unknown>
  extends AnyKind<Input, State> {
  takesBack: true
  /** The place of the next item. */
  place(state: State | null): PartPlace
  /**
   * Writes the items in one transaction that the writes of the services join. May run again, so it must not change
   * `state`. `next` is undefined after the last item.
   */
  write(
    work: StagedWork<Input, State> & { actor: Actor },
    items: readonly Item[],
    next: PartPlace | undefined,
  ): Promise<StagedProgress<State>>
}

export type AnyStaged = StagedKind | StagedImport

/**
 * Takes back at most about `most` entries of the work's batch. Returns the new state and the number of entries;
 * undefined if nothing is left.
 */
export type TakeBack = (
  tx: Tx,
  work: StagedWork,
  state: unknown,
  most: number,
) => Promise<{ state: unknown; done: number } | undefined>

export interface Job {
  readonly id: string
  readonly status: StagedStatus
  /** From 0 to 1. */
  readonly progress: number
  readonly result: unknown
}

/** How a staged request looks to the protocol that waited for it. */
export type Settled =
  | { ended: true; seq: number | undefined; body: unknown }
  | { ended: false; seq: number | undefined; job: Job }
