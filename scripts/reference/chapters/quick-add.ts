import type { Chapter } from '../step.ts'

const english = { timezone: 'Europe/Berlin', language: 'en' }

export const quickAdd: Chapter = {
  title: 'Quick add',
  about: 'One line of English or Korean creates a todo, a schedule or a running timer.',
  steps: [
    {
      route: 'quickAdd.create',
      body: { text: 'Review the draft on 2030-03-05 at 15:00 for 2h #writing', ...english },
      faults: [{ status: 400, as: 'bob', body: { text: 'Water the plants', ...english } }],
    },
    {
      route: 'quickAdd.create',
      name: 'Read a line without creating anything',
      body: {
        text: '2030년 3월 5일까지 보고서 제출 !높음 ~2시간',
        timezone: 'Asia/Seoul',
        language: 'ko',
        dry_run: true,
      },
      status: 200,
    },
  ],
}
