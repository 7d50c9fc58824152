// Finds forgotten timers and asks their owners about them. Never changes measured time.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { notify } from '../channels/dispatch.ts'
import { notificationStore } from '../store.ts'
import {
  FORGOTTEN_RULES,
  type Forgotten,
  forgottenBy,
  INTO_ENTRY_MS,
  runningSince,
  YOUNG_MS,
} from './forgotten.ts'
import { forgottenStore, type Suspect } from './forgotten-store.ts'
import type { Presence } from './presence.ts'

interface Parts {
  uow: UnitOfWork
  clock: Clock
}

const PAGE = 200
const MINUTE_MS = 60_000
export const DEFAULT_FACTOR = 2
export const DEFAULT_SILENT_MINUTES = 60

export const forgottenTimers =
  ({ uow, clock, presence }: Parts & { presence: Presence }) =>
  async (): Promise<void> => {
    await presence.save()
    const startedBefore = clock.now() - YOUNG_MS
    for (let after: string | undefined; ; ) {
      const from = after
      const found = await uow.read(db => forgottenStore(db).running(startedBefore, from, PAGE))
      for (const suspect of found) await check({ uow, clock }, suspect)
      if (found.length < PAGE) return
      after = found.at(-1)?.id
    }
  }

async function check({ uow, clock }: Parts, suspect: Suspect): Promise<void> {
  const fired = suspect.fired.split(',')
  if (FORGOTTEN_RULES.every(rule => fired.includes(rule))) return
  const now = clock.now()
  const forgotten = await uow.read(async db => {
    const { settings } = await notificationStore(db).recipient(suspect.owner_id)
    // Also if the rule `entry` has fired, because every question offers the same planned end.
    const next_entry = await forgottenStore(db).firstEntry(
      suspect,
      runningSince(suspect),
      now - INTO_ENTRY_MS,
    )
    return forgottenBy(
      suspect,
      { now, heard_at: suspect.heard_at, next_entry },
      {
        factor: settings.timer_factor ?? DEFAULT_FACTOR,
        silent_ms: (settings.timer_silent_minutes ?? DEFAULT_SILENT_MINUTES) * MINUTE_MS,
      },
    )
  })
  if (forgotten.rules.some(rule => !fired.includes(rule))) await ask({ uow, clock }, suspect, forgotten)
}

/** Sends one notification, even if several rules apply. */
const ask = ({ uow, clock }: Parts, { id, owner_id, title, fired }: Suspect, forgotten: Forgotten) =>
  uow.write([owner_id], async tx => {
    const now = clock.now()
    const current = await forgottenStore(tx).find(id)
    // The timer no longer runs, or another instance has already asked.
    if (!current || current.fired !== fired) return
    const rules = [...new Set([...fired.split(','), ...forgotten.rules])].filter(Boolean)
    await forgottenStore(tx).fired(id, owner_id, rules.join(','))
    await notify(
      tx,
      {
        owner_id,
        kind: 'timer',
        event: 'timer_forgotten',
        title: title ?? '',
        resource_kind: 'timer',
        resource_id: id,
        instance_start: null,
        at: current.started_at,
        is_date: false,
        planned_end: forgotten.planned_end,
        last_sign: forgotten.last_sign,
        due_at: now,
      },
      now,
    )
  })
