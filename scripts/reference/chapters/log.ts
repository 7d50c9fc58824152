import type { Chapter } from '../step.ts'

const deletion = { batch_id: '{{deletion_id}}' }

export const log: Chapter = {
  title: 'Changes, history and trash',
  about:
    'The change log records every change. Clients use it to catch up. People use it to undo changes and restore deletions.',
  steps: [
    {
      route: 'todos.create',
      name: 'Create a todo that will be deleted and restored',
      body: { title: 'Buy paper', tag_group_id: '{{group_id}}' },
      keep: { passing_todo_id: 'id' },
    },
    {
      route: 'changes.list',
      query: { since: 0, limit: 2, kinds: ['tag_group', 'tag'] },
      faults: [{ status: 422, query: { since: 1_000_000 } }],
    },
    { route: 'changes.snapshot', query: { limit: 2, kinds: ['tag_group', 'tag'] } },
    { route: 'todos.remove', params: { todo_id: '{{passing_todo_id}}' } },
    { route: 'history.trash', keep: { deletion_id: '0.batch_id' } },
    {
      route: 'history.restore',
      params: deletion,
      keep: { restoration_id: 'batch_id' },
      faults: [{ status: 409 }],
    },
    { route: 'history.list', query: { kind: 'todo', limit: 2 } },
    {
      route: 'history.undo',
      params: { batch_id: '{{restoration_id}}' },
      faults: [{ status: 409 }],
    },
    {
      route: 'todos.create',
      name: 'Create another todo that will be deleted',
      body: { title: 'Buy ink', tag_group_id: '{{group_id}}' },
      keep: { passing_todo_id: 'id' },
    },
    { route: 'todos.remove', params: { todo_id: '{{passing_todo_id}}' } },
    { route: 'history.trash', keep: { deletion_id: '0.batch_id' } },
    { route: 'history.erase', params: deletion },
    { route: 'history.empty' },
    { route: 'jobs.get', params: { job_id: '{{job_id}}' }, unlessPrepared: [404] },
    {
      route: 'jobs.cancel',
      params: { job_id: '{{job_id}}' },
      unlessPrepared: [404],
      faults: [{ status: 409, params: { job_id: '{{deletion_job_id}}' } }],
    },
  ],
}
