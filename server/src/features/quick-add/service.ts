import type { quickAddRoutes } from '@daymark/contract/planning/quick-add'
import type { DecodedBody } from '@daymark/contract/route'
import { isLongerThan } from '@daymark/contract/validation/formats'
import { type CreateBody, createBody } from '@daymark/quick-add/create-body'
import { type QuickAdd, quickAdd } from '@daymark/quick-add/quick-add'
import type { Actor } from '../../platform/kernel/actor.ts'
import { invalid, rejected } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { ScheduleService, ShownSchedule } from '../planning/schedules/service.ts'
import type { TodoService } from '../planning/todos/service.ts'
import type { TodoView } from '../planning/todos/todo.ts'
import { preferenceStore } from '../preferences/store.ts'
import type { Read, TimerService } from '../timers/service.ts'
import type { TimerView } from '../timers/view.ts'
import { knownStore } from './known-store.ts'

export type QuickAddService = ReturnType<typeof quickAddService>

type Body = DecodedBody<(typeof quickAddRoutes)['create']>

export interface QuickAddParts {
  uow: UnitOfWork
  clock: Clock
  todos: Pick<TodoService, 'create'>
  schedules: Pick<ScheduleService, 'create'>
  timers: Pick<TimerService, 'create' | 'get'>
}

export type Created =
  | { kind: 'todo'; item: TodoView }
  | { kind: 'schedule'; item: ShownSchedule }
  | { kind: 'timer'; item: Read<TimerView> }

const LONGEST_TITLE = 255
const NO_GROUP = 'A todo needs a tag group. Create a group first.'

export function quickAddService({ uow, clock, todos, schedules, timers }: QuickAddParts) {
  return {
    /** Parses the line without creating anything. */
    read(actor: Actor, { text, timezone, language }: Body): Promise<QuickAdd> {
      return uow.read(async db => {
        const known = knownStore(db)
        const preferences = await preferenceStore(db).find(actor.id)
        const line = quickAdd(text, {
          now: clock.now(),
          timezone: timezone ?? preferences?.timezone ?? 'UTC',
          language: language ?? preferences?.language ?? 'en',
          groups: await known.groups(actor.id),
          tags: text.includes('#') ? await known.tags(actor.id) : [],
          todos: text.includes('@') ? await known.todos(actor.id) : [],
          default_group_id: preferences?.default_tag_group_id ?? null,
        })
        if (isLongerThan(line.title, LONGEST_TITLE))
          throw invalid('text', `must leave a title of at most ${LONGEST_TITLE} characters`)
        const made = createBody(line, preferences?.default_timer_minutes)
        return made?.kind === 'timer' ? { ...line, kind: 'timer', draft: made.body } : line
      })
    },

    async create(actor: Actor, line: QuickAdd, zone: Zone): Promise<Created> {
      const made = createBody(line)
      if (!made) throw rejected(NO_GROUP)
      switch (made.kind) {
        case 'todo':
          return { kind: 'todo', item: await todos.create(actor, made.body) }
        case 'schedule':
          return { kind: 'schedule', item: await schedules.create(actor, made.body, zone) }
        case 'timer':
          return { kind: 'timer', item: await start(actor, made.body) }
      }
    },
  }

  async function start(
    actor: Actor,
    body: Extract<CreateBody, { kind: 'timer' }>['body'],
  ): Promise<Read<TimerView>> {
    const command = { id: undefined, failure: 'CREATE_FAILED' } as const
    const outcome = await timers.create(actor, command, body)
    if ('failure' in outcome) throw rejected(outcome.failure.message)
    return timers.get(actor, outcome.made.timer_id, {})
  }
}
