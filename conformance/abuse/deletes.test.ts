// Deletes items with thousands of linked rows, and locks the database file from another process. The server must
// keep responding to other people.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { copyTimers, startTimer } from './filling.ts'
import { openVictim, type Victim } from './victim.ts'

const TIMERS = 5_000
const SPAN = { start_time: '2026-05-04T10:00:00Z', end_time: '2026-05-04T11:00:00Z' }
/**
 * The bystander must receive this many responses during a delete. It receives about fifty, but only one or two if the
 * delete runs in a single step.
 */
const WHILE_DELETING = 10
const WHILE_LOCKED = 20

describe('long-running work', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  /** Creates an item with thousands of linked timers. */
  async function linked(person: string, kind: 'schedule' | 'todo'): Promise<{ token: string; path: string }> {
    const token = await victim.token(person)
    const create = async (path: string, body: object) => {
      const answer = await victim.request<{ id: string }>(path, { method: 'POST', token, body })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.id
    }
    const title = 'Linked'
    const group = await create('/v1/tags/groups', { name: 'G', color: '#000000', is_todo_group: true })
    const id =
      kind === 'schedule'
        ? await create('/v1/schedules', { title, ...SPAN })
        : await create('/v1/todos', { title, tag_group_id: group })
    const timer = await startTimer(victim, token, { [`${kind}_id`]: id, description: 'x'.repeat(1_000) })
    copyTimers(victim, timer, TIMERS)
    return { token, path: kind === 'schedule' ? `/v1/schedules/${id}` : `/v1/todos/${id}` }
  }

  for (const kind of ['schedule', 'todo'] as const) {
    it(`deleting a ${kind} with 5,000 linked timers`, async () => {
      const { token, path } = await linked(`owner of a ${kind}`, kind)
      const answers = await victim.withstands(async () => {
        const { status } = await victim.request(path, { method: 'DELETE', token })
        assert.equal(status, 200)
      })
      assert.ok(answers >= WHILE_DELETING, `only ${answers} answers to another person meanwhile`)
    })
  }

  it('a database locked by another process', async () => {
    const token = await victim.token('writer')
    await victim.request('/v1/users/me', { token })
    const foreign = new DatabaseSync(join(victim.folder, 'daymark.db'))
    foreign.exec('begin immediate')
    let written = false
    const writing = victim
      .request('/v1/tags/groups', { method: 'POST', token, body: { name: 'G', color: '#000000' } })
      .then(answer => {
        written = true
        return answer
      })
    await victim.withstands(async () => {
      await victim.serves(WHILE_LOCKED)
      assert.equal(written, false)
    })
    foreign.exec('rollback')
    foreign.close()
    assert.equal((await writing).status, 201)
  })
})
