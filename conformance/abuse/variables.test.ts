// Sends GraphQL variables with many invalid entries, deep nesting and many names.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openVictim, type Victim } from './victim.ts'

const QUERY = `query($ids: [UUID!], $groups: [UUID!]) {
  calendar(startDate: "2026-05-01", endDate: "2026-05-02", tagFilter: { tagIds: $ids, groupIds: $groups }) { days { date } }
}`
const AT_ONCE = 10

const bad = (length: number) => Array.from({ length }, () => 'x')
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`) as unknown

describe('variables of a query', () => {
  let victim: Victim
  before(async () => {
    victim = await openVictim()
  })
  after(() => victim.stop())

  for (const [title, variables] of [
    ['60,000 bad entries in a list', { ids: bad(60_000) }],
    ['two such lists', { ids: bad(60_000), groups: bad(60_000) }],
    ['70,000 names', Object.fromEntries(bad(70_000).map((_, n) => [`v${n}`, 1]))],
    ['lists in lists, 5,000 deep', { ids: nested(5_000) }],
  ] as const) {
    it(title, async () => {
      const token = await victim.token('attacker')
      const body = JSON.stringify({ query: QUERY, variables })
      await victim.withstands(async () => {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            victim.request<{ errors?: unknown[] }>('/v1/graphql', { method: 'POST', token, body }),
          ),
        )
        for (const answer of answers) {
          const faults = answer.body.errors ?? []
          assert.ok(faults.length > 0 && faults.length <= 20, `${answer.status}: ${faults.length} faults`)
        }
      })
    })
  }
})
