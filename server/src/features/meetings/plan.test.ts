import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { genericPlan } from '../../../test/support/generic-plan.ts'
import { befriend, PLANNING } from '../../../test/support/meetings.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { unlogged } from '../../../test/support/unlogged.ts'
import { newId } from '../../platform/kernel/ids.ts'

const OWNERS = 1000
const MEETINGS_EACH = 20

forEachStorage('the query plan of a list of meetings', open => {
  let server: TestApp
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await open({ observe: text => statements.push(text) }))
    const [ann, bob] = [await server.as('ann'), await server.as('bob')]
    await befriend(ann, bob)
    await ann.meetings.create({ body: { ...PLANNING, visibility: { level: 'friends' } } })
    await server.storage.write(['many'], async tx => {
      const { sql: db, dialect } = tx
      const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
      const meeting = await db.selectFrom('meetings').selectAll().executeTakeFirstOrThrow()
      const owners = Array.from({ length: OWNERS }, (_, number) => `owner ${number}`)
      const users = owners.map(id => ({ ...user, id, friend_code: id, email_verified: false }))
      await db.insertInto('users').values(users).execute()
      for (let round = 0; round < MEETINGS_EACH; round++) {
        const meetings = owners.map(owner_id => ({ ...meeting, owner_id, id: newId() }))
        await db.insertInto('meetings').values(meetings).modifyEnd(unlogged).execute()
      }
      await sql
        .raw(dialect.name === 'sqlite' ? 'analyze' : 'analyze meetings, visibility, friends')
        .execute(db)
    })
  })
  after(() => server.close())

  async function planOf(statement: string): Promise<string> {
    const { dialect } = server.storage
    if (dialect.name !== 'sqlite')
      return (await server.storage.write([], tx => genericPlan(tx, statement))).join('\n')
    const explain = sql.raw(`explain query plan ${statement}`)
    const { rows } = await server.storage.read(db => explain.execute(db.sql))
    return rows.map(row => Object.values(row as object).join(' ')).join('\n')
  }

  for (const scope of ['mine', 'shared', 'all'] as const) {
    it(`does not scan the table for scope ${scope}`, async () => {
      const bob = await server.as('bob')
      statements.length = 0
      const found = await bob.meetings.list({ query: { scope, limit: 20 } })
      assert.equal(found.length, scope === 'mine' ? 0 : 1)
      const list = statements.find(text => /\bmeetings\b/.test(text) && /order by/i.test(text))
      const plan = await planOf(list ?? assert.fail('no list among the statements'))
      assert.match(plan, /meetings|\bm\b/)
      // Allows a scan of the index of public meetings, because the index contains no other meetings.
      assert.doesNotMatch(plan, /Seq Scan on meetings|SCAN (m|own)\b(?! USING INDEX meetings_public)/)
    })
  }
})
