import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import { assertAccessible } from './axe.ts'
import { eventually, openStage, type Person, type Stage } from './support.ts'

/** Returns undefined if the todo does not exist. */
async function titleOf(client: Client, id: string): Promise<string | undefined> {
  return (await client.todos.list()).find(todo => todo.id === id)?.title
}

describe('history and trash', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  async function withTodo(name: string): Promise<Person & { todoId: string; groupId: string }> {
    const person = await stage.person(name, { opens: false })
    const group = await person.client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const body = { title: 'Write report', tag_group_id: group.id }
    const todo = await person.client.todos.create({ body })
    return { ...person, todoId: todo.id, groupId: group.id }
  }

  it('lists changes with their fields, tokens and assistants, filters, undoes and redoes them', async () => {
    const { page, context, client, todoId, groupId, complaints } = await withTodo('Ann')
    const params = { todo_id: todoId }
    await client.todos.update({ params, body: { title: 'Write the report' } })
    const { token } = await client.tokens.create({
      body: { name: 'Backup script', scopes: ['todos:write'] },
    })
    const answer = await fetch(`${stage.url}/v1/todos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'By script', tag_group_id: groupId }),
    })
    assert.equal(answer.status, 201)
    await page.goto(`${stage.url}/history`)
    await page
      .getByRole('listitem')
      .filter({ hasText: "Added the todo 'By script'" })
      .getByText('Token “Backup script”')
      .waitFor()

    await page.getByText("Added the todo 'Write report'").waitFor()
    await page.getByLabel('Type').selectOption('Tag groups')
    await page.getByText("Added the tag group 'Home'").waitFor()
    await page.getByText("Added the todo 'Write report'").waitFor({ state: 'detached' })
    await page.getByLabel('Source').selectOption('Calendar app')
    await page.getByText('No matching changes').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText("Added the todo 'Write report'").waitFor()
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByText('No matching changes').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()

    const renamed = page.getByRole('listitem').filter({ hasText: "Renamed 'Write report'" })
    await renamed.getByText('Details').click()
    await renamed.getByText('Title', { exact: true }).waitFor()
    await assertAccessible(page)
    await renamed.getByRole('button', { name: /^Undo/ }).click()
    await eventually(async () => assert.equal(await titleOf(client, todoId), 'Write report'))
    await renamed.getByRole('button', { name: /^Redo/ }).first().click()
    await eventually(async () => assert.equal(await titleOf(client, todoId), 'Write the report'))

    // Names assistants, and undoes everything they did.
    const laptop = await client.tokens.create({ body: { name: 'laptop', scopes: ['read', 'write'] } })
    const call = async (name: string, input: object) => {
      const response = await fetch(`${stage.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${laptop.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: input },
        }),
      })
      assert.equal(response.status, 200)
    }
    await call('capture_todos', { todos: [{ title: 'From the assistant' }] })
    await call('complete_todos', { ids: [todoId] })
    await page.getByLabel('Source').selectOption('AI assistant')
    await page.getByText('AI assistant “Assistant (laptop)”').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Undo all changes by assistants' }).click()
    await page.getByText('Changes undone: 2').waitFor()
    const todos = await client.todos.list()
    assert.deepEqual(todos.map(({ title, status }) => [title, status]).sort(), [
      ['By script', 'UNSCHEDULED'],
      ['Write the report', 'UNSCHEDULED'],
    ])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows the history of one item; the trash restores, erases one deletion, and is emptied', async () => {
    const { page, context, client, todoId, groupId, complaints } = await withTodo('Dora')
    await client.todos.update({ params: { todo_id: todoId }, body: { status: 'DONE' } })
    await client.todos.update({ params: { todo_id: todoId }, body: { status: 'UNSCHEDULED' } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('button', { name: 'Edit Write report' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of “Write report”' })
    await dialog.getByText("Completed 'Write report'").waitFor()
    await dialog.getByText("Reopened 'Write report'").waitFor()
    assert.equal(await dialog.getByText("Added the tag group 'Home'").count(), 0)
    await assertAccessible(page)

    const more = ['One', 'Two', 'Three'].map(title =>
      client.todos.create({ body: { title, tag_group_id: groupId } }),
    )
    const ids = [todoId, ...(await Promise.all(more)).map(todo => todo.id)]
    for (const todo_id of ids) await client.todos.remove({ params: { todo_id } })
    await page.goto(`${stage.url}/trash`)
    await assertAccessible(page)
    const focused = (name: string) => page.getByRole('button', { name }).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: "Restore: Deleted 'Write report'" }).press('Enter')
    await page.getByText("Deleted 'Write report'").waitFor({ state: 'detached' })
    await focused("Restore: Deleted 'One'")
    assert.equal(await titleOf(client, todoId), 'Write report')
    await page.getByRole('button', { name: "Delete forever: Deleted 'One'" }).click()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click()
    await page.getByText("Deleted 'One'").waitFor({ state: 'detached' })
    await focused("Restore: Deleted 'Two'")
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    await page.getByText('The trash is empty', { exact: true }).waitFor()
    assert.deepEqual(await client.history.trash(), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
