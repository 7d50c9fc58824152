import type { Chapter } from '../step.ts'

const one = { subscription_id: '{{subscription_id}}' }
const url = 'https://calendar.example.org/team.ics'
const feed = { feed_id: '{{feed_id}}' }

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//Example//EN',
  'BEGIN:VEVENT',
  'UID:dentist@example.org',
  'DTSTAMP:20260112T080000Z',
  'DTSTART;TZID=Europe/Berlin:20260120T090000',
  'DTEND;TZID=Europe/Berlin:20260120T093000',
  'SUMMARY:Dentist',
  'CATEGORIES:Health',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:broken@example.org',
  'SUMMARY:Without a start',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

export const calendars: Chapter = {
  title: 'Calendars from other programs',
  about:
    'Ann publishes when she is busy at a secret URL, replaces the URL, imports a file, and subscribes to a calendar.',
  steps: [
    {
      route: 'feeds.create',
      body: { name: 'Ann’s calendar', contents: ['schedules', 'meetings'], detail: 'busy', future_days: 90 },
      keep: { feed_id: 'id' },
      faults: [
        { status: 400, body: { name: 'Work', tag_ids: ['{{unknown_id}}'] } },
        { status: 409, as: 'bob', repeat: 20 },
      ],
    },
    { route: 'feeds.list' },
    { route: 'feeds.get', params: feed },
    {
      route: 'feeds.update',
      params: feed,
      body: { past_days: 7 },
      faults: [{ status: 400, body: { tag_ids: ['{{unknown_id}}'] } }],
    },
    { route: 'feeds.renew', params: feed },
    { route: 'feeds.remove', params: feed },
    {
      route: 'imports.ics',
      query: { dry_run: true },
      body: FILE,
      faults: [{ status: 400, body: 'This is not a calendar.' }],
    },
    {
      route: 'imports.from',
      params: { source: 'todoist' },
      query: { dry_run: true, name: 'Home.csv' },
      body: 'TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,Water the plants @home,1,1,2026-01-15\n',
      faults: [{ status: 400, body: 'This is not an export.' }],
    },
    {
      route: 'subscriptions.create',
      body: { url, name: 'Team', color: '#8A63D2', refresh_minutes: 30 },
      keep: { subscription_id: 'id' },
      faults: [{ status: 409, as: 'bob', repeat: 20 }],
    },
    // Refreshes first, because otherwise the next responses would depend on whether the subscription's job has run.
    { route: 'subscriptions.refresh', params: one },
    { route: 'subscriptions.list' },
    { route: 'subscriptions.get', params: one },
    { route: 'subscriptions.update', params: one, body: { name: 'My team' } },
    { route: 'subscriptions.remove', params: one },
  ],
}
