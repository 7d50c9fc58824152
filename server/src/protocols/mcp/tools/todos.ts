// Tools for todos: capture and complete.
import { Estimate, Priority } from '@daymark/contract/planning/todo'
import { Description, InstantOrDate, Line, OneOf, Title, UuidSet } from '@daymark/contract/words'
import Type from 'typebox'
import { rejected } from '../../../platform/kernel/errors.ts'
import { Id, plural, strict, UNWRITTEN, writeInput, written } from '../inputs.ts'
import { Item, linesOf, scheduleItem, timerItem, todoItem } from '../items.ts'
import { type ToolContext, tool } from '../tool.ts'

const MOST = 50

const NewTodo = Type.Object(
  {
    text: Type.Optional(Line(500)),
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    deadline: Type.Optional(InstantOrDate),
    estimate_minutes: Type.Optional(Estimate),
    priority: Type.Optional(Priority),
    tag_group_id: Type.Optional(Id),
    tag_ids: Type.Optional(UuidSet(100)),
    parent_id: Type.Optional(Id),
  },
  strict,
)

export const captureTodos = tool({
  name: 'capture_todos',
  title: 'Capture todos',
  description:
    'Create up to 50 todos at once; if one is invalid, none is created. Give each a title, or one line of quick-add text ("Call Ann tomorrow 3pm #work !2 ~30m"). A line with a time of day and without marks becomes a calendar entry.',
  access: 'write',
  uses: ['todos.create', 'quickAdd.create'],
  input: writeInput({ todos: Type.Array(NewTodo, { minItems: 1, maxItems: MOST }) }),
  output: Type.Object({ created: Type.Array(Item), ...written }),
  async run(context, { todos, timezone }) {
    const created: Item[] = []
    let group: string | undefined
    for (const [at, todo] of todos.entries()) {
      if ((todo.text === undefined) === (todo.title === undefined))
        throw rejected(`todos.${at} needs either title or text.`)
      if (todo.text !== undefined) {
        created.push(await createFromLine(context, todo.text, timezone ?? context.zone.name))
        continue
      }
      const { text: _text, title = '', tag_group_id, ...fields } = todo
      group ??= tag_group_id === undefined ? await defaultGroup(context) : undefined
      const tag_group = tag_group_id ?? group ?? ''
      created.push(
        todoItem(await context.api.todos.create({ body: { ...fields, title, tag_group_id: tag_group } })),
      )
    }
    return { data: { created, ...UNWRITTEN }, text: linesOf(`Created ${created.length}`, created) }
  },
})

async function createFromLine({ api }: ToolContext, text: string, timezone: string): Promise<Item> {
  const { kind, created } = await api.quickAdd.create({ body: { text, timezone } })
  if (kind === 'todo') return todoItem(created as Parameters<typeof todoItem>[0])
  if (kind === 'schedule') return scheduleItem(created as Parameters<typeof scheduleItem>[0])
  return timerItem(created as Parameters<typeof timerItem>[0])
}

/** Returns the group that quick add uses for new todos: the preferred one, or the first. */
async function defaultGroup({ api }: ToolContext): Promise<string> {
  const { draft } = await api.quickAdd.create({ body: { text: 'todo', dry_run: true } })
  const group = draft['tag_group_id']
  if (typeof group !== 'string')
    throw rejected('A todo needs a tag group, and there is none. Ask the person to create one in Daymark.')
  return group
}

export const completeTodos = tool({
  name: 'complete_todos',
  title: 'Complete todos',
  description:
    'Set todos to DONE (default) or CANCELLED, or reopen them with UNSCHEDULED. A repeating todo gets its next round.',
  access: 'write',
  hints: { idempotent: true },
  uses: ['todos.bulk', 'todos.get'],
  input: writeInput({
    ids: Type.Array(Id, { minItems: 1, maxItems: MOST }),
    status: Type.Optional(OneOf(['DONE', 'CANCELLED', 'UNSCHEDULED'])),
  }),
  output: Type.Object({ changed: Type.Array(Item), ...written }),
  async run({ api }, { ids, status = 'DONE' }) {
    const { items } = await api.todos.bulk({ body: { ids, change: { status } } })
    const changed: Item[] = []
    for (const { id } of items) {
      const todo = await api.todos.get({ params: { todo_id: id } })
      if ('title' in todo) changed.push(todoItem(todo))
    }
    return {
      data: { changed, ...UNWRITTEN },
      text: linesOf(`${plural(changed.length, 'todo')} now ${status}`, changed),
    }
  },
})
