import type { quickAddRoutes } from '@daymark/contract/planning/quick-add'
import type { DecodedBody } from '@daymark/contract/route'
import { isLongerThan } from '@daymark/contract/validation/formats'
import { createBody } from '@daymark/quick-add/create-body'
import type { RecordDraft } from '@daymark/quick-add/draft'
import { type QuickAdd, quickAdd } from '@daymark/quick-add/quick-add'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { invalid, rejected } from '../../platform/kernel/errors.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { createSchedule, type ShownSchedule } from '../planning/schedules/service.ts'
import { createTodo } from '../planning/todos/service.ts'
import type { TodoView } from '../planning/todos/todo.ts'
import { preferenceStore } from '../preferences/store.ts'
import { startTimer } from '../timers/control/control.ts'
import { addRecord } from '../timers/corrections/corrections.ts'
import { getTimer } from '../timers/service.ts'
import type { TimerView } from '../timers/view.ts'
import { knownStore } from './known-store.ts'

type Body = DecodedBody<(typeof quickAddRoutes)['create']>

export type Created =
  | { kind: 'todo'; item: TodoView }
  | { kind: 'schedule'; item: ShownSchedule }
  | { kind: 'timer' | 'record'; item: TimerView }

const LONGEST_TITLE = 255
const NO_GROUP = 'A todo needs a tag group. Create a group first.'

/** Parses the line without creating anything. */
export async function readLine(
  db: Db,
  actor: Actor,
  { text, timezone, language, region }: Body,
  now: number,
): Promise<QuickAdd> {
  const known = knownStore(db)
  const preferences = await preferenceStore(db).find(actor.id)
  const line = quickAdd(text, {
    now,
    timezone: timezone ?? preferences?.timezone ?? 'UTC',
    language: language ?? preferences?.language ?? 'en',
    region: region ?? undefined,
    week_start: preferences?.week_start,
    groups: await known.groups(actor.id),
    tags: text.includes('#') ? await known.tags(actor.id) : [],
    todos: text.includes('@') ? await known.todos(actor.id) : [],
    default_group_id: preferences?.default_tag_group_id ?? null,
  })
  if (isLongerThan(line.title, LONGEST_TITLE))
    throw invalid('text', `must leave a title of at most ${LONGEST_TITLE} characters`)
  const made = createBody(line, preferences?.default_timer_minutes)
  return made?.kind === 'timer' ? { ...line, kind: 'timer', draft: made.body } : line
}

export async function createFrom(tx: RequestTx, line: QuickAdd, zone: Zone): Promise<Created> {
  const made = createBody(line)
  if (!made) throw rejected(NO_GROUP)
  switch (made.kind) {
    case 'todo':
      return { kind: 'todo', item: await createTodo(tx, made.body) }
    case 'schedule':
      return { kind: 'schedule', item: await createSchedule(tx, made.body, zone) }
    case 'timer': {
      const command = { id: undefined, failure: 'CREATE_FAILED' } as const
      const outcome = await startTimer(tx, command, made.body)
      if ('failure' in outcome) throw rejected(outcome.failure.message)
      return { kind: 'timer', item: await getTimer(tx, tx.actor, outcome.made.timer_id, {}) }
    }
    case 'record':
      return { kind: 'record', item: await addRecord(tx, recordOf(made.body), {}) }
  }
}

const recordOf = ({ segments, ...body }: RecordDraft) => ({
  ...body,
  segments: segments.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
})
