import type { NetRow } from '../../platform/changes/recording/net-rows.ts'
import { cancel, enqueue, finish } from '../../platform/jobs/enqueue.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { confirmedSpan } from '../meetings/confirmation.ts'
import { meetingDays } from '../meetings/meeting.ts'
import { participantStore } from '../meetings/participant-store.ts'
import { meetingStore } from '../meetings/store.ts'
import { friendIdsOf } from '../people/friends/store.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { notify } from './channels/dispatch.ts'
import type { NewNotification } from './notification.ts'
import { pollStore } from './poll-store.ts'
import { unanswered } from './polls/unanswered.ts'

export const MEETING_JOB = 'meeting'
const DAY_MS = 86_400_000

/**
 * Enqueues jobs, because notifications need their own batch in the change log and often belong to people other than the
 * owner of the changed row.
 */
export async function planMeetingEvents(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  await planMoved(tx, rows, now)
  for (const { table, key, before, after, changed } of rows) {
    if (table === 'visibility_users' && before === null && key['resource_type'] === 'meeting') {
      const [meeting, user] = [String(key['resource_id']), String(key['user_id'] ?? after?.['user_id'])]
      await enqueue(
        tx,
        {
          ...{ kind: MEETING_JOB, key: `poll:${meeting}:${user}`, run_at: now },
          ...{ payload: { user }, about: [user] },
        },
        now,
      )
    }
    if (isNowSharedWithFriends(table, key, after, changed))
      await enqueue(tx, { kind: MEETING_JOB, key: `friends:${key['resource_id']}`, run_at: now }, now)
    if (table === 'visibility_emails' && before === null && key['resource_type'] === 'meeting') {
      const [meeting, email] = [String(key['resource_id']), String(key['email'] ?? after?.['email'])]
      const job = { kind: MEETING_JOB, key: `address:${meeting}:${email}`, run_at: now }
      await enqueue(tx, { ...job, payload: { email }, about: [email] }, now)
    }
    if (table === 'meetings' && (after === null || FIRST_TIME.some(name => changed.includes(name))))
      await planReminder(tx, String(key['id']), after === null, now)
    if (table !== 'meetings' || !(after === null || changed.includes('confirmed_schedule_id'))) continue
    await planConfirmed(tx, String(key['id']), after?.['confirmed_schedule_id'], before === null, now)
  }
}

const FIRST_TIME = ['start_date', 'end_date', 'available_days', 'start_time', 'timezone']

/**
 * Plans a reminder for people who have not answered, one day before the poll's earliest slot. Cancels it if that time
 * is not in the future or the poll is deleted.
 */
async function planReminder(tx: Tx, id: string, isDeleted: boolean, now: number): Promise<void> {
  const meeting = isDeleted ? undefined : await meetingStore(tx).find(id)
  const [slot_date] = meeting ? meetingDays(meeting) : []
  const first = meeting && slot_date && confirmedSpan({ ...meeting, slot_date }, meeting.timezone).start_time
  const key = `answer:${id}`
  if (first && first - DAY_MS > now)
    await enqueue(tx, { kind: MEETING_JOB, key, run_at: first - DAY_MS }, now)
  else await cancel(tx, MEETING_JOB, key)
}

async function planMoved(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  const starts = new Map<string, number>()
  for (const { table, key, before, after, changed } of rows)
    if (table === 'schedules' && before !== null && after !== null && changed.includes('start_time'))
      starts.set(String(key['id']), Number(after['start_time']))
  for (const { id, schedule_id } of await pollStore(tx).meetingsAt([...starts.keys()]))
    await planDayBefore(tx, id, starts.get(schedule_id) ?? now, now)
}

async function planConfirmed(
  tx: Tx,
  id: string,
  scheduleId: unknown,
  isNew: boolean,
  now: number,
): Promise<void> {
  const schedule = typeof scheduleId === 'string' ? await scheduleStore(tx).find(scheduleId) : undefined
  if (!schedule) {
    // A new meeting has no jobs about a confirmed time yet.
    if (isNew) return
    await cancel(tx, MEETING_JOB, `confirmed:${id}`)
    await cancel(tx, MEETING_JOB, `tomorrow:${id}`)
    return
  }
  await enqueue(tx, { kind: MEETING_JOB, key: `confirmed:${id}`, run_at: now }, now)
  await planDayBefore(tx, id, schedule.start_time, now)
}

async function planDayBefore(tx: Tx, id: string, start: number, now: number): Promise<void> {
  const key = `tomorrow:${id}`
  if (start - DAY_MS > now) await enqueue(tx, { kind: MEETING_JOB, key, run_at: start - DAY_MS }, now)
  else await cancel(tx, MEETING_JOB, key)
}

const isNowSharedWithFriends = (
  table: string,
  key: NetRow['key'],
  after: NetRow['after'],
  changed: readonly string[],
): boolean =>
  table === 'visibility' &&
  key['resource_type'] === 'meeting' &&
  changed.includes('level') &&
  after?.['level'] === 'friends'

export const meetingHandler = ({ uow, clock }: { uow: UnitOfWork; clock: Clock }): JobHandler => ({
  finishes: true,
  retries: { attempts: Number.POSITIVE_INFINITY, most_ms: 60_000 },
  async run(job) {
    // The ids of external issuers may contain colons.
    const [trigger, id = '', ...rest] = job.key.split(':') as [Trigger, string, ...string[]]
    const user = rest.length > 0 ? rest.join(':') : undefined
    // The first pass reads the recipients without locks. The next pass locks them, so that their digests cannot miss
    // notifications from a slow transaction.
    let keys: readonly string[] = []
    for (let isDone = false; !isDone; ) {
      const { people } = await uow.write(keys, async tx => {
        const now = clock.now()
        const all = await notificationsOf(tx, { trigger, id, user, payload: job.payload, now })
        const owners = all.map(({ owner_id }) => owner_id)
        if (owners.some(each => !keys.includes(each))) return { people: owners }
        await finish(tx, job)
        for (const notification of all) await notify(tx, { ...notification, due_at: job.run_at }, now)
        return { people: undefined }
      })
      isDone = people === undefined
      keys = people ?? []
    }
  },
})

type Event = 'poll' | 'reminder' | 'confirmed' | 'tomorrow'
/**
 * `poll`, `friends` and `address` ask people to answer. `remind` (requested by the poll's owner) and `answer` (planned
 * by the server) remind them.
 */
type Trigger = Exclude<Event, 'reminder'> | 'friends' | 'address' | 'remind' | 'answer'

interface MeetingJob {
  trigger: Trigger
  id: string
  user: string | undefined
  payload: unknown
  now: number
}

async function notificationsOf(
  db: Db,
  { trigger, id, user, payload, now }: MeetingJob,
): Promise<Omit<NewNotification, 'due_at'>[]> {
  const meeting = await meetingStore(db).find(id)
  if (!meeting) return []
  const schedule = meeting.confirmed_schedule_id
    ? await scheduleStore(db).find(meeting.confirmed_schedule_id)
    : undefined
  const participants = (await participantStore(db).all(id)).map(({ participant }) => participant.user_id)
  const others = participants.filter(each => each !== meeting.owner_id)
  const isAsking = trigger === 'poll' || trigger === 'friends' || trigger === 'address'
  const isReminding = trigger === 'remind' || trigger === 'answer'
  const event: Event = isAsking ? 'poll' : isReminding ? 'reminder' : trigger
  const waiting = isReminding && !schedule ? await unanswered(db, meeting, now) : { known: [], hidden: [] }
  const store = pollStore(db)
  const invited =
    trigger === 'friends'
      ? await friendIdsOf(db, meeting.owner_id)
      : trigger === 'address'
        ? await store.peopleWith((payload as { email: string }).email, meeting.owner_id)
        : user === undefined
          ? []
          : [user]
  const people = {
    // Skips confirmed polls, participants and people who were already asked.
    poll: isAsking && !schedule ? await unasked(db, invited, participants, id) : [],
    reminder: [...waiting.known, ...waiting.hidden],
    // The owner confirmed the time, so only the others are notified.
    confirmed: schedule ? others : [],
    tomorrow: schedule ? [meeting.owner_id, ...others] : [],
  }
  return [...new Set(people[event])].map(owner_id => ({
    owner_id,
    kind: 'meeting',
    event: `meeting_${event}`,
    title: meeting.title,
    resource_kind: 'meeting',
    resource_id: id,
    instance_start: null,
    at: schedule?.start_time ?? null,
    is_date: false,
  }))
}

async function unasked(
  db: Db,
  people: readonly string[],
  participants: readonly (string | null)[],
  id: string,
): Promise<string[]> {
  const found: string[] = []
  for (const each of people)
    if (!participants.includes(each) && !(await pollStore(db).wasAsked(each, id))) found.push(each)
  return found
}
