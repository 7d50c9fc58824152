// Runs a whole request in one transaction, which all units of work of the request join.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notice } from '../kernel/notice.ts'
import type { Tx } from './unit-of-work.ts'

const enclosing = new AsyncLocalStorage<Tx>()

export const enclosingTransaction = (): Tx | undefined => enclosing.getStore()

export const insideTransaction = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => enclosing.run(tx, work)

/** Uses a savepoint, so that a failed write is rolled back without the rest of the request. */
export async function joinedWrite<T>(outer: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const notices: Notice[] = []
  await outer.execute('savepoint joined', [])
  try {
    const value = await work({ ...outer, emit: notice => notices.push(notice) })
    await outer.execute('release savepoint joined', [])
    for (const notice of notices) outer.emit(notice)
    return value
  } catch (error) {
    await outer.execute('rollback to savepoint joined', [])
    await outer.execute('release savepoint joined', [])
    // Discards the captured changes, because they were rolled back.
    await outer.takeCaptured()
    throw error
  }
}
