import { allows } from '@daymark/contract/accounts/scopes'
import type { calendarRoutes } from '@daymark/contract/planning/calendar'
import type { FastifyInstance } from 'fastify'
import { type CalendarRequest, calendarBatch } from '../../features/calendar/batch.ts'
import type { CalendarService } from '../../features/calendar/service.ts'
import { untilAbandoned } from '../../platform/kernel/concurrency/abandonment.ts'
import { loadOnce } from '../../platform/kernel/concurrency/load-once.ts'
import { type Handlers, JsonText } from '../../platform/kernel/route-handlers.ts'
import { serveDocument } from '../rest/documents/document.ts'
import { playground } from './playground.ts'

const MAX_CALENDARS = 10

export function calendarHandlers(
  calendars: CalendarService,
  options: { introspection: boolean },
): Handlers<typeof calendarRoutes> {
  // GraphQL costs startup time and memory, so the first query loads it.
  const loadQueries = loadOnce(async () => (await import('./schema.ts')).calendarQueries(options))
  return {
    query: async ({ actor, session, body, isAbandoned }) => {
      const queries = await loadQueries()
      const mayRead = !session.scopes || allows(session.scopes, 'subscriptions', 'read')
      const allowed = (request: CalendarRequest) =>
        mayRead ? request : { ...request, include_subscriptions: false }
      const batch = calendarBatch(requests => calendars.read(actor, requests.map(allowed)), MAX_CALENDARS)
      const { query, variables, operationName } = body
      const given = { query, variables: variables ?? {}, operation_name: operationName ?? undefined }
      return new JsonText(await untilAbandoned(isAbandoned, () => queries(given, batch)))
    },
  }
}

/** The page contains no data, so it needs no token. */
export const servePlayground = (app: FastifyInstance): void => serveDocument(app, '/v1/graphql', playground)
