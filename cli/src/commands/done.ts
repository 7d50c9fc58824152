import type { Context } from '../context.ts'
import { withSession } from '../session/session.ts'
import { plain } from '../view/width.ts'
import { findTodo } from './find-todo.ts'
import { sayPending } from './outcome.ts'

export const done = (context: Context): Promise<void> =>
  withSession(context, async session => {
    const todo = await findTodo(session, context)
    const { client, live } = session
    const write = live.write(client.todos.update, { params: { todo_id: todo.id }, body: { status: 'DONE' } })
    const { pending } = await session.send(write)
    const { t, styles } = context
    const mark = pending ? styles.warn('↑') : styles.good('✓')
    context.say(`${mark} ${t.done.completed(styles.bold(plain(todo.title)))}`)
    sayPending(pending, context)
    context.json({ pending, todo: { ...todo, status: 'DONE', pending } })
  })
