// Prompts that a person can choose in the client, such as "Plan my day".

export interface PromptDefinition {
  name: string
  title: string
  description: string
  /** The tools that the prompt mentions. The prompt is offered only if all these tools are offered. */
  tools: readonly string[]
  text: string
}

export const PROMPTS: readonly PromptDefinition[] = [
  {
    name: 'plan_my_day',
    title: 'Plan my day',
    description: 'Choose what to do today and put it into the calendar.',
    tools: ['get_overview', 'find_free_time', 'plan_todos'],
    text: [
      'Help me plan my day.',
      '1. Read today with get_overview: calendar, due and overdue todos.',
      '2. Read my free slots of today with find_free_time (start_date and end_date: today).',
      '3. Propose which todos to do today and when: overdue and due ones first, then high priority. Leave some time free, and say what does not fit.',
      '4. Call plan_todos with dry_run, show me the plan, and ask whether to save it. Save it only after I agree.',
    ].join('\n'),
  },
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'Look back at the week and prepare the next one.',
    tools: ['get_overview', 'get_report'],
    text: [
      'Do a weekly review with me.',
      '1. Read this week with get_overview (period: week) and get_report.',
      '2. Summarize in a few sentences: where my time went, planned against tracked time, what was finished late or is overdue.',
      '3. Go through overdue and old open todos with me: do, move, or cancel. Change something only after I agree.',
      '4. Suggest at most three priorities for next week.',
    ].join('\n'),
  },
]
