// The demo data: four weeks in the lives of Jonas, who works on a software release, and his friends Mina and Sofia,
// plus the time that Jonas recorded in the 22 weeks before.

export const PASSWORD = 'correct horse battery staple'

export const PEOPLE = [
  { name: 'Jonas', email: 'jonas@example.org' },
  { name: 'Mina', email: 'mina@example.org' },
  { name: 'Sofia', email: 'sofia@example.org' },
] as const
export type PersonName = (typeof PEOPLE)[number]['name']

export const WEEKS = 4

/** In the earlier weeks, Jonas has only records of his habits. A vacation shows what a gap looks like in a report. */
export const EARLIER_WEEKS = 22
export const VACATION_WEEKS = [12, 13]

interface Group {
  name: string
  color: string
  /** Goals are shares of the group's time. */
  tags: Record<string, [color: string, goal: number]>
}

export const GROUPS: Partial<Record<PersonName, Group[]>> = {
  Jonas: [
    { name: 'Work', color: '#2563B8', tags: { focus: ['#2563B8', 0.7], team: ['#7A4FBF', 0.3] } },
    {
      name: 'Life',
      color: '#1B6F6A',
      tags: { family: ['#C53F22', 0.5], sport: ['#4F7A1F', 0.2], learning: ['#B0670B', 0.3] },
    },
  ],
  Mina: [{ name: 'Studio', color: '#7A4FBF', tags: { design: ['#7A4FBF', 0.8], clients: ['#B0670B', 0.2] } }],
}

interface Entry {
  title: string
  /** 1 is Monday. */
  weekday: number
  from: string
  to: string
  tag: string
  /**
   * With a rule, the entry becomes a series that began four weeks ago. Without one, entries with a weekday occur last
   * week and this week.
   */
  rule?: string
}

export const ENTRIES: Entry[] = [
  {
    title: 'Stand-up',
    weekday: 1,
    from: '09:15',
    to: '09:45',
    tag: 'team',
    rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  },
  { title: 'Korean lesson', weekday: 3, from: '18:00', to: '19:00', tag: 'learning', rule: 'FREQ=WEEKLY' },
  {
    title: 'Running',
    weekday: 4,
    from: '18:30',
    to: '19:30',
    tag: 'sport',
    rule: 'FREQ=WEEKLY;BYDAY=TH,SA',
  },
  { title: 'Deep work: release 2.0', weekday: 1, from: '10:00', to: '12:30', tag: 'focus' },
  { title: 'Lunch with Mina', weekday: 2, from: '12:30', to: '13:30', tag: 'family' },
  { title: 'Interview: backend', weekday: 2, from: '15:00', to: '16:00', tag: 'team' },
  { title: 'Deep work: search', weekday: 3, from: '10:00', to: '12:00', tag: 'focus' },
  { title: 'Design review', weekday: 4, from: '13:30', to: '14:30', tag: 'team' },
  { title: 'Write the announcement', weekday: 5, from: '10:00', to: '11:30', tag: 'focus' },
  { title: 'Movie night', weekday: 5, from: '20:00', to: '22:30', tag: 'family' },
]

/** Entries on the current day, regardless of weekday. */
export const TODAY: Omit<Entry, 'weekday'>[] = [
  { title: 'Breakfast with the kids', from: '08:00', to: '09:00', tag: 'family' },
  { title: 'Plan the coming week', from: '17:00', to: '17:45', tag: 'focus' },
]

interface TodoTree {
  title: string
  /** Titles of subtodos. The first one is done. */
  children: string[]
  list: string
  tag: string
  dueInHours?: number
  /** Estimated minutes, keyed by title. */
  estimates?: Record<string, number>
}

export const TODOS: TodoTree[] = [
  {
    title: 'Release 2.0',
    children: ['Test the upgrade on a copy', 'Finish the changelog', 'Tell the testers'],
    list: 'Work',
    tag: 'focus',
    dueInHours: 5,
    estimates: { 'Test the upgrade on a copy': 60, 'Finish the changelog': 45, 'Tell the testers': 20 },
  },
  {
    title: 'Answer the audit',
    children: ['Collect the logs', 'Agree on a date'],
    list: 'Work',
    tag: 'team',
    dueInHours: 50,
    estimates: { 'Collect the logs': 30, 'Agree on a date': 15 },
  },
  {
    title: 'Prepare the interview',
    children: [],
    list: 'Work',
    tag: 'team',
    estimates: { 'Prepare the interview': 60 },
  },
  {
    title: 'Plan the trip to Busan',
    children: ['Book the train', 'Find a place to stay'],
    list: 'Life',
    tag: 'family',
  },
  { title: 'Sign up for the 10 km run', children: [], list: 'Life', tag: 'sport', dueInHours: 3 },
]

interface Habit {
  title: string
  tag: string
  /** 1 is Monday. */
  weekdays: number[]
  at: string
  /** Minutes running and paused, alternating. */
  parts: number[]
}

/** Timers that recur in the past weeks. */
export const HABITS: Record<'Jonas' | 'Mina', Habit[]> = {
  Jonas: [
    { title: 'Deep work: release 2.0', tag: 'focus', weekdays: [1, 4], at: '10:04', parts: [75, 15, 48] },
    { title: 'Search: ranking', tag: 'focus', weekdays: [2, 3, 5], at: '10:12', parts: [52, 9, 41] },
    { title: 'Email', tag: 'team', weekdays: [1, 3, 5], at: '13:35', parts: [21, 7, 16] },
    { title: 'Code review', tag: 'team', weekdays: [2, 4], at: '14:40', parts: [58] },
    { title: 'Korean vocabulary', tag: 'learning', weekdays: [2, 7], at: '19:20', parts: [18, 4, 12] },
    { title: 'Korean lesson', tag: 'learning', weekdays: [3], at: '18:00', parts: [30, 6, 24] },
    { title: 'Running', tag: 'sport', weekdays: [4, 6], at: '18:32', parts: [44] },
    { title: 'Fix the bicycle', tag: 'family', weekdays: [7], at: '15:05', parts: [25, 12, 31] },
  ],
  Mina: [
    { title: 'Poster series', tag: 'design', weekdays: [1, 2, 4], at: '09:30', parts: [80, 20, 65] },
    { title: 'Client calls', tag: 'clients', weekdays: [3], at: '11:00', parts: [50] },
  ],
}

interface Task {
  todo: string
  daysAgo: number
  at: string
  parts: number[]
}

/** Jonas's timers for todos with an estimate. Some took longer than estimated, some less. */
export const TASKS: Task[] = [
  { todo: 'Test the upgrade on a copy', daysAgo: 3, at: '15:10', parts: [48, 10, 44] },
  { todo: 'Collect the logs', daysAgo: 2, at: '16:20', parts: [22] },
  { todo: 'Prepare the interview', daysAgo: 1, at: '16:05', parts: [35, 5, 31] },
  { todo: 'Agree on a date', daysAgo: 1, at: '17:30', parts: [31] },
]

/** The demo creates the todos this many days ago, before their first timer. */
export const TODOS_DAYS_AGO = 5

interface Recent {
  person: PersonName
  title: string
  tag: string
  todo?: string
  minutesAgo: number
  /** Minutes running and paused, alternating. Empty for a timer that is still running. */
  parts: number[]
}

/** The timers of the last two hours. */
export const RECENT: Recent[] = [
  { person: 'Jonas', title: 'Email', tag: 'team', minutesAgo: 96, parts: [21, 7, 16] },
  {
    person: 'Jonas',
    title: 'Finish the changelog',
    tag: 'focus',
    todo: 'Finish the changelog',
    minutesAgo: 31,
    parts: [],
  },
  { person: 'Mina', title: 'Poster series', tag: 'design', minutesAgo: 12, parts: [] },
]

export const POLL = { title: 'Board games at our place', days: 5, from: '17:00:00', to: '22:00:00' }
