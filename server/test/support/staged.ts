// A list that is too long for one transaction.
import { readConfig } from '../../src/config/config.ts'
import { createTodo } from '../../src/features/planning/todos/service.ts'
import { createGroup, createTag, updateGroup } from '../../src/features/tags/service.ts'
import { write } from '../../src/platform/changes/write.ts'
import { mintActor } from '../../src/platform/kernel/actor.ts'
import { newCause } from '../../src/platform/kernel/cause.ts'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'
import { createServices } from '../../src/services.ts'
import { testClock } from './app.ts'
import type { Person } from './people.ts'

export const BLUE = '#4F86C6'
export const LIMIT = { most_at_once: 200 }
/** More than fit into one transaction. */
export const MANY = 240

/** Creates a list with a tree of todos, tags and deadlines in one transaction. Returns its id and that of a todo. */
export async function longList(
  storage: Storage,
  { id, client }: Pick<Person, 'id' | 'client'>,
): Promise<{ id: string; last: string }> {
  const actor = mintActor(id)
  const { storage: recorded } = createServices({
    config: readConfig({}),
    storage,
    clock: testClock(),
  })
  await client.users.me()
  const by = { actor, cause: newCause({ actor_id: id }) }
  return write(
    recorded,
    by,
    {
      run: async tx => {
        const group = await createGroup(tx, { name: 'Long', color: BLUE, is_todo_group: true })
        const tag = await createTag(tx, { name: 'Tag', color: BLUE, group_id: group.id })
        await updateGroup(tx, group.id, { goal_hours: { [tag.id]: 2 } })
        let last = ''
        for (let at = 0; at < MANY; at++) {
          const parent = (at > 0 && at < 20) || at % 10 === 0 ? last : ''
          const todo = await createTodo(tx, {
            ...{ title: `Todo ${at}`, tag_group_id: group.id },
            ...(parent !== '' && { parent_id: parent }),
            ...(at % 7 === 0 && { tag_ids: [tag.id] }),
            ...(at % 50 === 0 && { deadline: '2026-12-01T10:00:00Z' }),
          })
          last = todo.id
        }
        return { id: group.id, last }
      },
    },
    undefined,
  )
}
