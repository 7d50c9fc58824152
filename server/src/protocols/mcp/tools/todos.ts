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
    'Create up to 50 todos, or none if one is invalid. Give each a title or a quick-add line ("Call Ann tomorrow 3pm #work !2 ~30m"). A line with a time or date range and no deadline, /group, !priority or ~estimate is a calendar entry.',
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
      const { text, title = '', tag_group_id, ...fields } = todo
      if (text !== undefined) {
        const beside = { ...fields, ...(tag_group_id !== undefined && { tag_group_id }) }
        const line = { text, timezone: timezone ?? context.zone.name }
        created.push(await createFromLine(context, line, beside, `todos.${at}`))
        continue
      }
      group ??= tag_group_id === undefined ? await defaultGroup(context) : undefined
      const tag_group = tag_group_id ?? group ?? ''
      created.push(
        todoItem(await context.api.todos.create({ body: { ...fields, title, tag_group_id: tag_group } })),
      )
    }
    return { data: { created, ...UNWRITTEN }, text: linesOf(`Created ${created.length}`, created) }
  },
})

type TodoBody = Parameters<ToolContext['api']['todos']['create']>[0]['body']

/** Fields in `beside` override the parsed line. Only a todo accepts them. */
async function createFromLine(
  { api }: ToolContext,
  line: { text: string; timezone: string },
  beside: Partial<TodoBody>,
  at: string,
): Promise<Item> {
  const { kind, draft } = await api.quickAdd.create({ body: { ...line, dry_run: true } })
  if (kind === 'todo') {
    const body = { ...draft, ...beside } as TodoBody
    if (body.tag_group_id === undefined) throw rejected(NO_GROUP)
    return todoItem(await api.todos.create({ body }))
  }
  const [field] = Object.keys(beside)
  if (field !== undefined)
    throw rejected(
      `${at}.text is not a todo, so it cannot have ${field}. Give a title, or leave out ${field}.`,
    )
  const { created } = await api.quickAdd.create({ body: line })
  return kind === 'schedule'
    ? scheduleItem(created as Parameters<typeof scheduleItem>[0])
    : timerItem(created as Parameters<typeof timerItem>[0])
}

const NO_GROUP = 'A todo needs a tag group, and there is none. Ask the person to create one in Daymark.'

/** Returns the group that quick add uses for new todos: the preferred group, or the first one. */
async function defaultGroup({ api }: ToolContext): Promise<string> {
  const { draft } = await api.quickAdd.create({ body: { text: 'todo', dry_run: true } })
  const group = draft['tag_group_id']
  if (typeof group !== 'string') throw rejected(NO_GROUP)
  return group
}

export const completeTodos = tool({
  name: 'complete_todos',
  title: 'Complete todos',
  description:
    'Set todos to DONE (default) or CANCELLED, or reopen them with UNSCHEDULED. Repeating todos get their next date.',
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
