import type { QuickAddResult, QuickKind, quickAddRoutes } from '@daymark/contract/planning/quick-add'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import { presentSchedule, presentTodo } from '../planning/present.ts'
import { presentView } from '../timers/present.ts'
import type { Created, QuickAddService } from './service.ts'

const AREAS: Record<QuickKind, string> = { todo: 'todos', schedule: 'schedules', timer: 'timers' }

export const quickAddHandlers = (quickAdds: QuickAddService): Handlers<typeof quickAddRoutes> => ({
  create: async ({ actor, session, body, zone, status }) => {
    const line = await quickAdds.read(actor, body)
    requireScope(session, AREAS[line.kind], 'write')
    const { kind, chips } = line
    const draft = inZone(line.draft, zone)
    if (body.dry_run) {
      status(200)
      return { kind, draft, chips, created: null }
    }
    const created = present(await quickAdds.create(actor, line, zone), actor, zone)
    return { kind, draft, chips, created }
  },
})

const INSTANT = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** Formats the instants of a draft like other datetimes in responses. Does not change titles. */
function inZone(draft: object, zone: Zone): Record<string, unknown> {
  const written = ([name, value]: [string, unknown]) =>
    name !== 'title' && typeof value === 'string' && INSTANT.test(value)
      ? [name, zone.format(Date.parse(value))]
      : [name, value]
  return Object.fromEntries(Object.entries(draft).map(written))
}

function present(created: Created, actor: Actor, zone: Zone): QuickAddResult['created'] {
  switch (created.kind) {
    case 'todo':
      return presentTodo(created.item, zone, actor.id)
    case 'schedule':
      return presentSchedule(created.item.schedule, zone, actor.id, created.item.extras)
    case 'timer':
      return presentView(created.item.value, actor.id, { at: created.item.at, zone })
  }
}
