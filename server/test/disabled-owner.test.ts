// What a disabled person shares disappears for everybody else at every door, until the person is enabled again.
import assert from 'node:assert/strict'
import { on } from 'node:events'
import { after, before, it } from 'node:test'
import type { LiveMessage } from '@daymark/contract/sockets/live-socket'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { WebSocket } from 'ws'
import { readConfig } from '../src/config/config.ts'
import { byCommand } from '../src/features/audit/audit-entry.ts'
import { userAdmin } from '../src/features/people/users/admin.ts'
import { beginRemoval } from '../src/features/people/users/removal.ts'
import { createServices } from '../src/services.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { listening } from './support/device.ts'
import { DAY, type Kind, kindsOf, type SettingsBody, type Shown, todoKind } from './support/kinds.ts'
import { befriend, newPerson, type Person } from './support/people.ts'
import { rejectsWith } from './support/rejects.ts'
import { forEachStorage } from './support/storages.ts'

const CALENDAR = `query ($startDate: Date!, $endDate: Date!) {
  calendar(startDate: $startDate, endDate: $endDate, scope: SHARED) { days { events { id } } } }`

forEachStorage('a disabled owner', open => {
  let server: TestApp
  let owner: Person
  let friend: Person
  let guestLink: string
  const kinds = kindsOf(() => server)
  const items = new Map<Kind, Shown[]>()

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
    owner = await newPerson(server, 'owner', { email: 'owner@example.org' })
    friend = await newPerson(server, 'friend', { email: 'friend@corp.com' })
    await befriend(owner, friend)
    const sharings: SettingsBody[] = [
      { level: 'public' },
      { level: 'friends' },
      { level: 'selected', allowed_user_ids: [friend.id] },
      { level: 'allowed_emails', allowed_domains: ['corp.com'] },
    ]
    for (const kind of kinds) {
      const made: Shown[] = []
      for (const sharing of sharings) made.push(await kind.create(owner, 'vanishing', sharing))
      items.set(kind, made)
    }
    const meeting = [...items].find(([{ type }]) => type === 'meeting')?.[1][0]
    const params = { meeting_id: meeting?.id ?? '' }
    guestLink = (await owner.client.meetings.createLink({ params })).link
    await friend.client.meetings.participate({ params, body: { display_name: 'friend' } })
  })
  after(() => server.close())

  /** Every door through which the friend sees the owner's items. Returns ids, and texts of whole documents. */
  async function seen(): Promise<Record<string, unknown>> {
    const { client } = friend
    const found: Record<string, unknown> = {}
    for (const [kind, made] of items) {
      const ids = new Set(made.map(({ id }) => id))
      const gets = await Promise.all(
        made.map(({ id }) =>
          kind.get(client, id).then(
            () => 200,
            error => error.status,
          ),
        ),
      )
      const listed = (await kind.list(client, 'all')).filter(({ id }) => ids.has(id))
      const hits = await client.search.find({
        query: { q: 'vanishing', kinds: [kind.type], scope: 'shared' },
      })
      found[kind.type] = { gets, listed: listed.length, hits: hits.length }
    }
    const variables = { startDate: DAY.start_date, endDate: DAY.start_date }
    const { data } = await client.calendar.query({ body: { query: CALENDAR, variables } })
    const calendar = data?.['calendar'] as { days: { events: unknown[] }[] } | undefined
    found['graphql'] = calendar?.days.flatMap(day => day.events).length
    found['activity'] = (await client.timers.ofFriends()).length
    found['poll'] = (await server.fetch(`/v1/polls/${guestLink}`)).status
    const { username, password } = await client.devicePasswords.create({ body: { name: 'Phone' } })
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const dav = await server.fetch(`/dav/${friend.id}/shared/`, {
      method: 'PROPFIND',
      headers: { authorization, depth: '1' },
    })
    found['caldav'] = ((await dav.text()).match(/\.ics</g) ?? []).length
    return found
  }

  /** Opens the friend's live socket. `next` waits until these items have been announced. */
  async function live() {
    const token = await server.issuer.token({ sub: friend.id, name: friend.id, ...friend.claims })
    const socket = new WebSocket(`ws://${await listening(server.app)}/v1/ws`, [BEARER_PROTOCOL + token])
    const messages = on(socket, 'message')
    const read = async (): Promise<LiveMessage> => JSON.parse(String((await messages.next()).value?.[0]))
    while ((await read()).type !== 'connected');
    return {
      socket,
      async announced(ids: Set<string>): Promise<void> {
        while (ids.size > 0) {
          const message = await read()
          if (message.type !== 'shared.changed') continue
          assert.equal(message.payload.owner_id, owner.id)
          ids.delete(message.payload.id)
        }
      },
    }
  }

  it('is invisible at every door, and visible again after being enabled', async () => {
    const people = userAdmin({ uow: server.storage, clock: server.clock, source: byCommand('test') })
    const before = await seen()
    const all = { gets: [200, 200, 200, 200], listed: 4, hits: 4 }
    assert.deepEqual(before, {
      ...{ todo: all, schedule: all, meeting: all, timer: all },
      ...{ graphql: 4, activity: 4, poll: 200, caldav: 4 },
    })

    await people.setDisabled(owner.id, true)
    const none = { gets: [403, 403, 403, 403], listed: 0, hits: 0 }
    assert.deepEqual(await seen(), {
      ...{ todo: none, schedule: none, meeting: none, timer: none },
      ...{ graphql: 0, activity: 0, poll: 404, caldav: 0 },
    })

    await people.setDisabled(owner.id, false)
    assert.deepEqual(await seen(), before)
  })

  it('announces each item to those who could see it', async () => {
    const people = userAdmin({ uow: server.storage, clock: server.clock, source: byCommand('test') })
    const device = await live()
    for (const disabled of [true, false]) {
      await people.setDisabled(owner.id, disabled)
      await device.announced(new Set([...items.values()].flat().map(({ id }) => id)))
    }
    device.socket.close()
  })

  it('is gone with the first step of a deletion, which is announced as well', async () => {
    const { clock } = server
    const { storage } = createServices({ config: readConfig({}), storage: server.storage, clock })
    const device = await live()
    await storage.write([owner.id], tx => beginRemoval(tx, owner.id, clock.now(), 'themselves'))
    const none = { gets: [403, 403, 403, 403], listed: 0, hits: 0 }
    const { todo, schedule, meeting, timer, ...others } = await seen()
    assert.deepEqual([todo, schedule, meeting, timer], [none, none, none, none])
    assert.deepEqual(others, { graphql: 0, activity: 0, poll: 404, caldav: 0 })
    assert.deepEqual(await friend.client.friends.list(), [])
    clock.advance(60_000)
    await server.app.jobs.drain()
    await device.announced(new Set([...items.values()].flat().map(({ id }) => id)))
    device.socket.close()
    await rejectsWith(
      friend.client.todos.get({ params: { todo_id: items.get(todoKind)?.[0]?.id ?? '' } }),
      404,
    )
  })
})
