// Reads a person's timers for the sockets, with the matching change log position.
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import { MAX_ITEMS } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { sharingsOf } from '../visibility/access.ts'
import type { TimerSnapshot } from './change.ts'
import { NO_TIMER } from './control/control.ts'
import { type TaggedTimer, timerStore } from './store.ts'

export interface TimersAt<T> {
  /** The timers include all changes up to this sequence number, and possibly later ones. */
  seq: number
  /** The time up to which running timers are measured. */
  at: number
  value: T
}

export function timerState({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** Reads the sequence number before the timers: a change in between may be sent twice, but is never missed. */
  const readAt = <T>(ownerId: string, work: (db: Db) => Promise<T>): Promise<TimersAt<T>> =>
    uow.read(async db => {
      const seq = await totalsStore(db).currentSeq(ownerId)
      const value = await work(db)
      return { seq, at: clock.now(), value }
    })

  return {
    /** Most recently started first. */
    all: (actor: Actor, scope: 'active' | 'all'): Promise<TimersAt<TimerSnapshot[]>> =>
      readAt(actor.id, async db => {
        const viewer = { id: actor.id, email: null }
        const store = timerStore(db)
        const timers =
          scope === 'active'
            ? await store.active(viewer, { scope: 'mine' }, MAX_ITEMS)
            : (await store.list(viewer, { scope: 'mine' }, {})).items
        return snapshotsOf(db, actor.id, timers)
      }),

    one: (actor: Actor, timerId: string): Promise<TimersAt<TimerSnapshot>> =>
      readAt(actor.id, async db => {
        const timer = await timerStore(db).find(timerId)
        const own = timer?.owner_id === actor.id ? await snapshotsOf(db, actor.id, [timer]) : []
        if (!own[0]) throw notFound(NO_TIMER)
        return own[0]
      }),
  }
}

export type TimerState = ReturnType<typeof timerState>

export async function snapshotsOf(
  db: Db,
  ownerId: string,
  timers: readonly TaggedTimer[],
): Promise<TimerSnapshot[]> {
  const shared = timers.filter(timer => timer.visibility_level !== null).map(timer => timer.id)
  const sharings = await sharingsOf(db, 'timer', ownerId, shared)
  return timers.map(({ tags, visibility_level: _level, ...timer }) => ({
    timer,
    tags,
    sharing: sharings.get(timer.id) ?? null,
  }))
}
