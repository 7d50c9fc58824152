// What schedules need of todos. The todos feature implements both; `app.ts` joins them.
import type * as wire from '@daymark/contract/todos'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Zone } from '../../../platform/kernel/zone.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'
import type { SourceTodo } from './schedule.ts'

/** A todo to be made from a schedule: status SCHEDULED, and no schedule of its own, for it has one already. */
export interface TodoDraft {
  title: string
  description: string | null
  deadline: number
  tag_group_id: string
  tag_ids: readonly string[]
}

export interface TodoFactory {
  /** Gives the new todo's id; rejects (400) a tag group that is not the actor's own. */
  create(tx: Tx, actor: Actor, draft: TodoDraft): Promise<string>
  /** The whole todo, its schedules included, ready to be written in a zone. */
  read(db: Db, actor: Actor, todoId: string): Promise<(zone: Zone) => wire.Todo>
}

export interface SourceTodos {
  /** The own fields of these todos by id, whoever may see the todos themselves. One statement. */
  find(db: Db, todoIds: readonly string[]): Promise<Map<string, SourceTodo>>
}
