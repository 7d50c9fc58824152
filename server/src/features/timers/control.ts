// Starting, pausing, resuming, stopping and cancelling timers. A message with an id is run once and answered always.
import type { TimerCreate } from '@daymark/contract/timer'
import type { ErrorCode } from '@daymark/contract/timer-socket'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { notFound, Problem, rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { requireOwnTags } from '../tags/service.ts'
import { requireSharable, share } from '../visibility/access.ts'
import { COMMANDS_MS, type TimerChange } from './change.ts'
import { commandStore, type Failure, type StoredOutcome } from './command-store.ts'
import { feedStore } from './feed-store.ts'
import { linksOfNew } from './links.ts'
import { recordAsItStands, recordChange } from './record.ts'
import { timerStore } from './store.ts'
import { advance, type Control, type Timer } from './timer.ts'

/** A message that asks for a change: its id if it has one, and the code with which it fails. */
export interface Command {
  id: string | undefined
  failure: ErrorCode
}

export type Outcome = { change: TimerChange } | { failure: Failure }

export const NO_TIMER = 'Timer not found.'

export function timerControl({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  const once = (actor: Actor, command: Command, work: (tx: Tx) => Promise<TimerChange>): Promise<Outcome> =>
    uow.write([actor.id], async tx => {
      const { id } = command
      if (id === undefined) return { change: await work(tx) }
      const first = await commandStore(tx).find(actor.id, id, clock.now() - COMMANDS_MS)
      if (first) return recall(tx, actor, first)
      const outcome = await settle(command, () => work(tx))
      const kept = 'change' in outcome ? { seq: outcome.change.seq } : outcome
      await commandStore(tx).record(actor.id, id, clock.now(), kept)
      return outcome
    })

  return {
    create: (actor: Actor, command: Command, body: TimerCreate): Promise<Outcome> =>
      once(actor, command, tx => start(tx, actor, body, clock.now())),

    control: (actor: Actor, command: Command, control: Control, timerId: string): Promise<Outcome> =>
      once(actor, command, async tx => {
        const store = timerStore(tx)
        const timer = await store.find(timerId)
        if (timer?.owner_id !== actor.id) throw notFound(NO_TIMER)
        const after = advance(timer, control, clock.now())
        if (typeof after === 'string') throw rejected(after)
        if (!(await store.replace(timer, after))) throw rejected('The timer was changed at the same moment.')
        return recordChange(tx, { ...timer, ...after }, control, after.updated_at)
      }),

    /** For a message whose payload is not valid: its id has an outcome too. */
    refuse: (actor: Actor, command: Command, message: string): Promise<Outcome> =>
      once(actor, command, async () => {
        throw rejected(message)
      }),
  }
}

/**
 * A failure is recorded in the same transaction as a success would be. So `work` must throw before it writes:
 * nothing is rolled back here.
 */
async function settle(command: Command, work: () => Promise<TimerChange>): Promise<Outcome> {
  try {
    return { change: await work() }
  } catch (error) {
    // What may succeed when it is tried again has no outcome yet.
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error
    return { failure: { code: command.failure, message: error.message } }
  }
}

async function recall(tx: Tx, actor: Actor, first: StoredOutcome): Promise<Outcome> {
  if ('failure' in first) return first
  const change = await feedStore(tx).find(actor.id, first.seq)
  if (!change) throw new Error('The feed has forgotten a change that a command still remembers.')
  return { change }
}

async function start(tx: Tx, actor: Actor, body: TimerCreate, now: number): Promise<TimerChange> {
  const tagIds = body.tag_ids ?? []
  await requireOwnTags(tx, actor.id, tagIds)
  const links = await linksOfNew(tx, actor.id, body)
  const timer: Timer = {
    id: newId(),
    owner_id: actor.id,
    ...links,
    title: body.title ?? null,
    description: body.description ?? null,
    allocated_duration: body.allocated_duration,
    status: 'RUNNING',
    started_at: now,
    history: [{ action: 'start', at: now }],
    version: 0,
    created_at: now,
    updated_at: now,
  }
  // First, because a refusal must come before anything is written.
  await requireSharable(tx, actor, body.visibility)
  const store = timerStore(tx)
  await store.insert(timer)
  await share(tx, actor, 'timer', timer.id, body.visibility, now)
  if (tagIds.length > 0) await store.setTags(timer.id, tagIds)
  if (tagIds.length > 0 || body.visibility) return recordAsItStands(tx, timer.id, 'start', now)
  return recordChange(tx, { ...timer, tags: [], visibility_level: null }, 'start', now)
}
