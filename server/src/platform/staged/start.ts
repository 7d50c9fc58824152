import { enqueue } from '../jobs/enqueue.ts'
import { type Cause, currentCause } from '../kernel/cause.ts'
import { newId } from '../kernel/ids.ts'
import { StagedRequest } from '../kernel/staged-request.ts'
import type { Tx } from '../storage/unit-of-work.ts'
import { stagedStore } from './store.ts'

export const STAGED_JOB = 'staged'

export interface NewStaged {
  /** Of an import: the id of its parts. */
  id?: string
  owner_id: string
  kind: string
  /** JSON-serializable. */
  input: unknown
  /** The number of items, as far as it is known. */
  total: number
  now: number
  /** By default, that of a request whose code does not pass on its transaction yet. */
  cause?: Cause
}

/**
 * Stores a staged request in the transaction of the request, whose cause becomes the cause of all steps. The steps of
 * one person's requests run one after the other.
 */
export async function startStaged(
  tx: Tx,
  { id = newId(), owner_id, kind, input, total, now, cause = currentCause() }: NewStaged,
): Promise<StagedRequest> {
  const { batch_id, via, token_name, reply_to, undoes } = cause
  await stagedStore(tx).insert({
    ...{ id, owner_id, kind, batch_id, undoes, via, token_name, reply_to, input, total, created_at: now },
    ...{
      state: null,
      status: 'running',
      phase: 'ahead',
      done: 0,
      result: null,
      failure: null,
      ended_at: null,
    },
  })
  await enqueue(tx, { kind: STAGED_JOB, key: owner_id, owner_id, run_at: now, keep: true }, now)
  return new StagedRequest(id)
}
