import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { type Device, greeted } from '../../../../test/support/device.ts'
import { befriend, block, newPerson, type Person } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

forEachStorage('activity of friends', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  const person = (name: string, email?: string) =>
    newPerson(server, name, email === undefined ? {} : { email })
  const online = ({ id }: Person, email?: string) =>
    greeted(server, id, email === undefined ? {} : { claims: { email, email_verified: true } })
  const activities = (device: Device) =>
    device.received.flatMap(message => (message.type === 'timer.friend_activity' ? message : []))

  async function friends(...names: string[]): Promise<[Person, ...Person[]]> {
    const ann = await person('ann')
    const others = await Promise.all(names.map(name => person(name)))
    for (const other of others) await befriend(ann, other)
    return [ann, ...others]
  }

  it('notifies every connection of every friend about start, pause, resume, stop and cancel', async () => {
    const [ann, bob, cleo] = await friends('bob', 'cleo')
    assert.ok(bob && cleo)
    const stranger = await online(await person('zoe'))
    const [bobs, bobs2, cleos] = [await online(bob), await online(bob), await online(cleo)]
    const device = await online(ann)
    const { timer } = (await device.start()).payload
    const timer_id = timer.id
    for (const type of ['timer.pause', 'timer.resume', 'timer.stop'] as const)
      await device.ask(type, { timer_id })
    const second = (await device.start()).payload.timer.id
    await device.ask('timer.cancel', { timer_id: second })
    for (const friend of [bobs, bobs2, cleos]) {
      await friend.until(({ payload }) => 'friend_id' in payload && payload.action === 'cancel')
      const received = activities(friend)
      assert.deepEqual(
        received.map(({ payload }) => [payload.action, payload.timer_id]),
        [
          ['start', timer_id],
          ['pause', timer_id],
          ['resume', timer_id],
          ['stop', timer_id],
          ['start', second],
          ['cancel', second],
        ],
      )
      for (const { payload, from_user, seq } of received) {
        assert.equal(payload.friend_id, ann.id)
        assert.equal(payload.display_name, ann.id)
        assert.equal(from_user, ann.id)
        assert.equal(seq, undefined, 'it counts own changes only')
        assert.equal('timer_title' in payload, false, 'it has none')
      }
    }
    await stranger.settled()
    await device.settled()
    assert.equal(activities(stranger).length, 0)
    assert.equal(activities(device).length, 0, 'nobody is their own friend')
    await Promise.all([stranger, bobs, bobs2, cleos, device].map(each => each.close()))
  })

  it('sends nothing about changes over REST and about deletions', async () => {
    const [ann, bob] = await friends('bob')
    assert.ok(bob)
    const bobs = await online(bob)
    const device = await online(ann)
    const params = { timer_id: (await device.start({ visibility: { level: 'friends' } })).payload.timer.id }
    await ann.client.timers.update({ params, body: { title: 'New' } })
    await ann.client.timers.remove({ params })
    await device.start()
    await bobs.next('timer.friend_activity')
    await bobs.next('timer.friend_activity')
    assert.deepEqual(
      activities(bobs).map(({ payload }) => payload.action),
      ['start', 'start'],
    )
    await Promise.all([bobs.close(), device.close()])
  })

  it('includes the title only for friends who may see the timer', async () => {
    const [ann, bob, cleo] = await friends('bob', 'cleo')
    assert.ok(bob && cleo)
    const [bobs, cleos, device] = [await online(bob), await online(cleo), await online(ann)]
    const levels: [object | null, [boolean, boolean]][] = [
      [null, [false, false]],
      [{ level: 'private' }, [false, false]],
      [{ level: 'friends' }, [true, true]],
      [{ level: 'public' }, [true, true]],
      [{ level: 'selected', allowed_user_ids: [cleo.id] }, [false, true]],
      [{ level: 'allowed_emails', allowed_emails: ['x@y.org'] }, [false, false]],
    ]
    for (const [visibility, expected] of levels) {
      await device.start({ title: 'Secret', visibility })
      const received = await Promise.all([bobs, cleos].map(friend => friend.next('timer.friend_activity')))
      assert.deepEqual(
        received.map(({ payload }) => payload.timer_title === 'Secret'),
        expected,
        JSON.stringify(visibility),
      )
    }
    await Promise.all([bobs, cleos, device].map(each => each.close()))
  })

  it('grants the title by email only to a verified address', async () => {
    const ann = await person('ann')
    const bob = await person('bob', 'bob@corp.org')
    await befriend(ann, bob)
    const [bobs, device] = [await online(bob, 'bob@corp.org'), await online(ann)]
    const domain = { level: 'allowed_emails', allowed_domains: ['corp.org'] }
    await device.start({ title: 'T', visibility: domain })
    assert.equal((await bobs.next('timer.friend_activity')).payload.timer_title, 'T')
    await device.start({
      title: 'T',
      visibility: { level: 'allowed_emails', allowed_domains: ['sub.corp.org'] },
    })
    assert.equal((await bobs.next('timer.friend_activity')).payload.timer_title, undefined)
    const unverified = await greeted(server, bob.id, {
      claims: { email: 'bob@corp.org', email_verified: false },
    })
    await device.start({ title: 'T', visibility: domain })
    assert.equal((await bobs.next('timer.friend_activity')).payload.timer_title, undefined)
    await Promise.all([bobs, unverified, device].map(each => each.close()))
  })

  it('stops at once when the friendship ends or someone blocks', async () => {
    const [ann, bob, cleo, dora] = await friends('bob', 'cleo', 'dora')
    assert.ok(bob && cleo && dora)
    const [bobs, cleos, doras, device] = await Promise.all([bob, cleo, dora, ann].map(each => online(each)))
    assert.ok(bobs && cleos && doras && device)
    await device.start()
    await Promise.all([bobs, cleos, doras].map(each => each.next('timer.friend_activity')))
    const friendship = (await ann.client.friends.list()).find(friend => friend.user_id === bob.id)
    await ann.client.friends.remove({ params: { friendship_id: friendship?.friendship_id ?? '' } })
    await block(cleo, ann)
    await device.start({ title: 'T', visibility: { level: 'public' } })
    await doras.next('timer.friend_activity')
    await Promise.all([bobs.settled(), cleos.settled()])
    assert.deepEqual(
      [bobs, cleos, doras].map(each => activities(each).length),
      [1, 1, 2],
    )
    await Promise.all([bobs, cleos, doras, device].map(each => each.close()))
  })

  it('writes times in the zone of each connection', async () => {
    const [ann, bob] = await friends('bob')
    assert.ok(bob)
    const seoul = await greeted(server, bob.id, { query: '?timezone=Asia/Seoul' })
    const naive = await online(bob)
    const device = await online(ann)
    await device.start()
    assert.match((await seoul.next('timer.friend_activity')).timestamp, /\+09:00$/)
    assert.match((await naive.next('timer.friend_activity')).timestamp, /^[^Z+]*$/)
    await Promise.all([seoul, naive, device].map(each => each.close()))
  })

  it('is available later: active timers of friends, with titles as in the notices', async () => {
    const [ann, bob, cleo, dora] = await friends('bob', 'cleo', 'dora')
    assert.ok(bob && cleo && dora)
    const device = await online(ann)
    const start = async (payload: object) => {
      server.clock.advance(1000)
      return (await device.start(payload)).payload.timer.id
    }
    const ended = await start({ title: 'Ended', visibility: { level: 'friends' } })
    await device.ask('timer.stop', { timer_id: ended })
    const secret = await start({ title: 'Secret' })
    const shared = await start({
      title: 'Shared',
      visibility: { level: 'selected', allowed_user_ids: [cleo.id] },
    })
    await device.ask('timer.pause', { timer_id: shared })
    const seen = async ({ client }: Person) =>
      (await client.timers.ofFriends()).map(each => [each.timer_id, each.action, each.timer_title])
    assert.deepEqual(await seen(bob), [
      [shared, 'pause', undefined],
      [secret, 'start', undefined],
    ])
    assert.deepEqual(await seen(cleo), [
      [shared, 'pause', 'Shared'],
      [secret, 'start', undefined],
    ])
    assert.deepEqual(await seen(ann), [], 'nobody is their own friend')
    const [first] = await bob.client.timers.ofFriends({ query: { limit: 1, timezone: 'Asia/Seoul' } })
    assert.equal(first?.friend_id, ann.id)
    assert.match(first?.at ?? '', /\+09:00$/)
    assert.deepEqual(
      (await bob.client.timers.ofFriends.all({ query: { limit: 1 } })).map(each => each.timer_id),
      [shared, secret],
    )
    await block(dora, ann)
    assert.deepEqual(await seen(dora), [])
    await device.close()
  })
})
