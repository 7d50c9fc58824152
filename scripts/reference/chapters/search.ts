import type { Chapter } from '../step.ts'

export const search: Chapter = {
  title: 'Search',
  about: 'One search over todos, schedules, timers, tags, meetings and friends.',
  steps: [
    { route: 'search.find', query: { q: 'report', limit: 10 } },
    {
      route: 'search.find',
      name: 'Search only open todos with a tag',
      query: { q: 'wri', kinds: ['todo'], tag_ids: ['{{tag_id}}'], status: ['UNSCHEDULED', 'SCHEDULED'] },
    },
  ],
}
