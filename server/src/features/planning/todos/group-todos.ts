// What becomes of the todos of a tag group that is deleted.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { GroupTodos } from '../../tags/service.ts'
import { removeTodos } from './record.ts'
import { todoStore } from './store.ts'

export const groupTodos = (clock: Clock): GroupTodos => ({
  async deleteAll(tx, ownerId, groupId) {
    const ids = await todoStore(tx).idsOfGroup(ownerId, groupId)
    await removeTodos(tx, ids)
    return ids.length
  },
  /** Trees stay whole, for a tree has one group. The tags of the old group fall off when the group goes. */
  moveAll: (tx, ownerId, groupId, toGroupId) =>
    todoStore(tx).moveGroup(ownerId, groupId, toGroupId, clock.now()),
})
