import type { QuickAddResult, QuickKind, quickAddRoutes } from '@daymark/contract/planning/quick-add'
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { writes } from '../../platform/changes/write.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { Call, Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { presentSchedule, presentTodo } from '../planning/present.ts'
import { presentView } from '../timers/present.ts'
import { type Created, createFrom, readLine } from './service.ts'

const AREAS: Record<QuickKind, string> = {
  todo: 'todos',
  schedule: 'schedules',
  timer: 'timers',
  record: 'timers',
}

export const quickAddHandlers: Handlers<typeof quickAddRoutes> = {
  create: writes(
    async (tx, call) => {
      const { actor, zone, now } = call
      const line = await understood(tx, call, tx.now)
      return { ...shown(line, zone), created: present(await createFrom(tx, line, zone), actor, zone, now) }
    },
    {
      dryRun: async (db, call) => {
        const line = await understood(db, call, call.now())
        call.status(200)
        return { ...shown(line, call.zone), created: null }
      },
    },
  ),
}

/** Throws 403 unless the caller may create what the line describes. */
async function understood(
  db: Db,
  { actor, session, body }: Call<(typeof quickAddRoutes)['create']>,
  now: number,
): Promise<QuickAdd> {
  const line = await readLine(db, actor, body, now)
  requireScope(session, AREAS[line.kind], 'write')
  return line
}

const shown = ({ kind, chips, draft }: QuickAdd, zone: Zone) => ({ kind, draft: inZone(draft, zone), chips })

const INSTANT = /^\d{4}-\d{2}-\d{2}T.*Z$/

/** Formats the instants of a draft like other datetimes in responses. Does not change titles. */
function inZone(draft: object, zone: Zone): Record<string, unknown> {
  const written = ([name, value]: [string, unknown]) =>
    name !== 'title' && typeof value === 'string' && INSTANT.test(value)
      ? [name, zone.format(Date.parse(value))]
      : name === 'segments' && Array.isArray(value)
        ? [name, value.map(segment => inZone(segment as object, zone))]
        : [name, value]
  return Object.fromEntries(Object.entries(draft).map(written))
}

function present(created: Created, actor: Actor, zone: Zone, now: () => number): QuickAddResult['created'] {
  switch (created.kind) {
    case 'todo':
      return presentTodo(created.item, zone, actor.id)
    case 'schedule':
      return presentSchedule(created.item.schedule, zone, actor.id, created.item.extras)
    case 'timer':
    case 'record':
      return presentView(created.item, actor.id, { at: now(), zone })
  }
}
