// Creates a daily series in May 2026 for each new person.
import { after, before } from 'node:test'
import type { Client } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp } from './app.ts'

export const DAILY = {
  title: 'Daily',
  start_time: '2026-05-01T09:00:00Z',
  end_time: '2026-05-01T10:00:00Z',
  recurrence_rule: 'FREQ=DAILY;COUNT=5',
}
export const at = (day: number, hour = '09') => `2026-05-0${day}T${hour}:00:00Z`
export const days = (...numbers: number[]) => numbers.map(day => at(day))

/** Must be called in a suite. The server starts and ends with the suite. */
export function seriesOfPeople(open: () => Promise<Storage>) {
  let server: TestApp
  let me: Client
  let people = 0
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  const listed = (query: object = {}) =>
    me.schedules.list({ query: { start_date: '2026-04-01', end_date: '2026-07-01', ...query } })
  return {
    server: () => server,
    /** Returns the client of the last created person. */
    me: () => me,
    async series(more: object = {}): Promise<Schedule> {
      me = await server.as(`person-${++people}`)
      return me.schedules.create({ body: { ...DAILY, ...more } })
    },
    listed,
    starts: async (query: object = {}) => (await listed(query)).map(each => each.start_time),
    patch: (id: string, query: object, body: object) =>
      me.schedules.update({ params: { schedule_id: id }, query, body }),
    remove: (id: string, query: object) => me.schedules.remove({ params: { schedule_id: id }, query }),
    read: (id: string, query: object = {}) => me.schedules.get({ params: { schedule_id: id }, query }),
  }
}
