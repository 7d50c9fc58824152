import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { orderKey, type Todo, type TodoStatus } from './todo.ts'

const STATUSES: TodoStatus[] = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED']
const DAY = 86_400_000
const FIRST = Date.UTC(1900, 0, 1)
const LAST = Date.UTC(2201, 0, 1)

const anyTodo = fc
  .record({
    id: fc.uuid(),
    status: fc.constantFrom(...STATUSES),
    due: fc.option(
      fc.oneof(
        fc.integer({ min: FIRST, max: LAST }).map(deadline => ({ deadline, deadline_date: null })),
        fc.constantFrom(FIRST, LAST, 0).map(deadline => ({ deadline, deadline_date: null })),
        fc.nat(100_000).map(days => ({ deadline: null, deadline_date: FIRST + days * DAY })),
      ),
      { nil: { deadline: null, deadline_date: null } },
    ),
    created_at: fc.integer({ min: 1_750_000_000_000, max: 1_750_000_000_009 }),
  })
  .map(({ due, ...some }) => ({ title: '', description: null, parent_id: null, ...due, ...some }) as Todo)

/** A date sorts as noon UTC. */
const dueOf = ({ deadline, deadline_date }: Todo): number | null =>
  deadline_date === null ? deadline : deadline_date + DAY / 2

function plainly(a: Todo, b: Todo): number {
  if (a.status !== b.status) return STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status)
  const [one, other] = [dueOf(a), dueOf(b)]
  if (one !== other) {
    if (one === null) return 1
    if (other === null) return -1
    return one - other
  }
  if (a.created_at !== b.created_at) return b.created_at - a.created_at
  return a.id < b.id ? -1 : 1
}

function byKey(a: Todo, b: Todo): number {
  const [one, other] = [orderKey(a), orderKey(b)]
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

test('the ranks give the documented order', () => {
  fc.assert(
    fc.property(fc.array(anyTodo, { maxLength: 30 }), todos => {
      assert.deepEqual(todos.toSorted(byKey), todos.toSorted(plainly))
    }),
    { numRuns: 500 },
  )
})
