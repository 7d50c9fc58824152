// The help text lists the commands in this order.
import type { CommandSpec } from './spec.ts'

const ANY = Number.POSITIVE_INFINITY

export const COMMANDS = [
  { name: 'today', options: { date: { type: 'string', short: 'd', value: 'YYYY-MM-DD' } } },
  { name: 'add', arguments: '<text>', least: 1, most: ANY },
  {
    name: 'start',
    arguments: '[text]',
    most: ANY,
    options: { for: { type: 'string', value: '25m' } },
  },
  { name: 'pause', arguments: '[timer]', most: ANY },
  { name: 'resume', arguments: '[timer]', most: ANY },
  { name: 'stop', arguments: '[timer]', most: ANY },
  { name: 'status' },
  { name: 'done', arguments: '<todo>', least: 1, most: ANY },
  {
    name: 'plan',
    arguments: '[todo]',
    most: ANY,
    options: {
      at: { type: 'string', value: '"tomorrow 15:00"' },
      for: { type: 'string', value: '45m' },
    },
  },
  {
    name: 'report',
    options: {
      day: { type: 'boolean' },
      week: { type: 'boolean' },
      month: { type: 'boolean' },
      by: { type: 'string', value: 'tag', choices: ['tag', 'list', 'todo'] },
    },
  },
  { name: 'watch' },
  {
    name: 'export',
    options: {
      format: { type: 'string', short: 'f', value: 'json', choices: ['json', 'csv', 'zip'] },
      output: { type: 'string', short: 'o', value: 'FILE' },
    },
  },
  { name: 'pending', arguments: '[retry|discard]', most: 1, choices: ['retry', 'discard'] },
  { name: 'login', arguments: '[server]', most: 1, options: { 'with-token': { type: 'boolean' } } },
  { name: 'logout', options: { force: { type: 'boolean' } } },
  {
    name: 'completion',
    arguments: '<shell>',
    least: 1,
    most: 1,
    choices: ['bash', 'zsh', 'fish'],
  },
] as const satisfies readonly CommandSpec[]

export type CommandName = (typeof COMMANDS)[number]['name']

export const specOf = (name: string): (CommandSpec & { name: CommandName }) | undefined =>
  COMMANDS.find(each => each.name === name)
