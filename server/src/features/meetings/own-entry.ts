// Calendar entries that people create from a meeting's confirmed time.
import { hash } from 'node:crypto'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { derivedId } from '../planning/schedules/exceptions/occurrence-id.ts'
import { type ScheduleView, whole } from '../planning/schedules/schedule.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { withDefaultReminders } from '../preferences/default-reminders.ts'
import { sharingOf } from '../visibility/access.ts'
import type { Sharing } from '../visibility/policy.ts'
import { scheduleFor } from './confirmation.ts'
import type { Meeting, TimeSlot } from './meeting.ts'

export interface OwnEntry {
  schedule: ScheduleView
  sharing: Sharing | null
  added: boolean
}

/** Throws 409 if no slot is confirmed. */
export function confirmedSlot(meeting: Meeting): TimeSlot {
  if (meeting.confirmed_slot === null) throw conflict('No time of this poll has been confirmed yet.')
  return meeting.confirmed_slot
}

/**
 * Adds the person's schedule for the confirmed slot, or returns the existing one, so that a repeated request adds
 * nothing.
 */
export async function addOwnEntry(tx: Tx, actor: Actor, meeting: Meeting, now: number): Promise<OwnEntry> {
  const slot = confirmedSlot(meeting)
  const known = await findOwn(tx, actor.id, meeting)
  if (known) {
    const sharing = await sharingOf(tx, 'schedule', known.id)
    return { schedule: whole(known), sharing: sharing ?? null, added: false }
  }
  const id = ownEntryId(meeting, actor.id)
  // Another person can have a schedule with this id only after importing an archive.
  const isTaken = id === undefined || (await scheduleStore(tx).find(id)) !== undefined
  const draft = { ...scheduleFor(meeting, slot, now), id: isTaken ? newId() : id, owner_id: actor.id }
  const schedule = await withDefaultReminders(tx, draft, undefined)
  await scheduleStore(tx).insert(schedule)
  return { schedule: whole({ ...schedule, tags: [], visibility_level: null }), sharing: null, added: true }
}

export async function findOwn(db: Db, userId: string, meeting: Meeting) {
  const id = ownEntryId(meeting, userId)
  const found = id === undefined ? undefined : await scheduleStore(db).find(id)
  return found?.owner_id === userId ? found : undefined
}

/**
 * Returns the id that a person's schedule for the confirmed slot has or would have, or undefined if no slot is
 * confirmed. The meeting stores the id of its owner's schedule. Other people's ids are derived from the meeting, the
 * person and the slot. Clients cannot choose UUIDs of this version, so nobody can take such an id in advance.
 */
export function ownEntryId(
  meeting: Pick<Meeting, 'id' | 'owner_id' | 'confirmed_schedule_id' | 'confirmed_slot'>,
  userId: string,
): string | undefined {
  const slot = meeting.confirmed_slot
  if (slot === null) return undefined
  if (meeting.owner_id === userId) return meeting.confirmed_schedule_id ?? undefined
  const text = [userId, slot.slot_date, slot.start_time, slot.end_time].join(' ')
  return derivedId(meeting.id, hash('sha256', text, 'hex'))
}
