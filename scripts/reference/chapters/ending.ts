// Chapters from the end of the walkthrough. The last one deletes what earlier chapters created.
import type { Chapter } from '../step.ts'

const friend = { user_id: '{{friend_id}}' }

export const programs: Chapter = {
  title: 'Access for programs',
  about: 'Personal access tokens with scopes, passwords for devices, and connected apps.',
  steps: [
    {
      route: 'tokens.create',
      body: { name: 'Backup script', scopes: ['read'] },
      keep: { token_id: 'id' },
      faults: [
        { status: 400, body: { name: 'Backup script', scopes: ['read'], password: 'a guess' } },
        { status: 409, as: 'bob', repeat: 100 },
      ],
    },
    { route: 'tokens.list' },
    { route: 'tokens.remove', params: { token_id: '{{token_id}}' } },
    {
      route: 'devicePasswords.create',
      body: { name: 'Phone' },
      keep: { device_password_id: 'id' },
      faults: [
        { status: 400, body: { name: 'Phone', password: 'a guess' } },
        { status: 409, as: 'bob', repeat: 100 },
      ],
    },
    { route: 'devicePasswords.list' },
    { route: 'devicePasswords.remove', params: { device_password_id: '{{device_password_id}}' } },
    { route: 'apps.list' },
    { route: 'apps.remove', params: { app_id: '{{app_id}}' } },
  ],
}

/** An archive without items, as Base64. */
const EMPTY_ARCHIVE =
  'UEsDBBQAAAgIAAAAAAAlHUE6KgAAACgAAAANAAAAbWFuaWZlc3QuanNvbqtWSssvyk0sUbJSSkmszE0sytZNrSjILyrRNVbSUUrLzEktVrKqrq0FAFBLAQIUABQAAAgIAAAAAAAlHUE6KgAAACgAAAANAAAAAAAAAAAAAAAAAAAAAABtYW5pZmVzdC5qc29uUEsFBgAAAAABAAEAOwAAAFUAAAAAAA=='

export const exporting: Chapter = {
  title: 'Take your data with you',
  about: 'Ann downloads her data in one archive, and imports an archive, here or on another server.',
  steps: [
    { route: 'personalData.download', query: { account: true, history: true } },
    {
      route: 'personalData.upload',
      query: { dry_run: true },
      body: EMPTY_ARCHIVE,
      faults: [{ status: 400, body: 'AAAA' }],
    },
    { route: 'personalData.progress' },
  ],
}

export const ending: Chapter = {
  title: 'Delete',
  about: 'A friendship ends, someone is blocked briefly, and everything is deleted.',
  steps: [
    { route: 'friends.remove', params: { friendship_id: '{{friendship_id}}' } },
    {
      route: 'friends.block',
      params: friend,
      faults: [{ status: 400, as: 'bob' }],
    },
    { route: 'friends.blocks' },
    { route: 'friends.unblock', params: friend },
    { route: 'users.renewFriendCode' },
    {
      route: 'timers.remove',
      params: { timer_id: '{{timer_id}}' },
      faults: [{ status: 403, as: 'bob', before: true }],
    },
    {
      route: 'schedules.remove',
      params: { schedule_id: '{{series_id}}' },
      query: { instance_start: '2026-01-14T09:00:00-05:00', apply_to: 'following' },
      faults: [
        { status: 400, before: true, params: { schedule_id: '{{schedule_id}}' } },
        { status: 403, as: 'bob', before: true },
      ],
    },
    {
      route: 'todos.remove',
      params: { todo_id: '{{todo_id}}' },
      faults: [{ status: 403, as: 'bob', before: true }],
    },
    { route: 'tags.remove', params: { tag_id: '{{other_tag_id}}' } },
    {
      route: 'tags.deleteGroup',
      params: { group_id: '{{group_id}}' },
      query: { move_todos_to: '{{other_group_id}}' },
      faults: [{ status: 400, before: true, query: { move_todos_to: '{{group_id}}' } }],
    },
    {
      route: 'tags.deleteGroup',
      name: 'Delete the second tag group with its todos',
      params: { group_id: '{{other_group_id}}' },
    },
  ],
}
