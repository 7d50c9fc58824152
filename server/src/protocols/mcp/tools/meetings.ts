import { MeetingCreate, TimeSlot } from '@daymark/contract/meetings/meeting'
import { OneOf } from '@daymark/contract/words'
import Type from 'typebox'
import { Id, readInput, UNWRITTEN, writeInput, written } from '../inputs.ts'
import { BY_OTHER, Item, linesOf, meetingItem, quoted, scheduleItem } from '../items.ts'
import { tool } from '../tool.ts'

const MOST_TIMES = 10
const MOST_MEETINGS = 50

export const listMeetings = tool({
  name: 'list_meetings',
  title: 'List meetings',
  description:
    'List meeting polls, your own and shared ones. With meeting_id: who takes part and the times at which most are free.',
  access: 'read',
  uses: ['meetings.list', 'meetings.get', 'meetings.result', 'meetings.availability'],
  input: readInput({ meeting_id: Type.Optional(Id) }),
  output: Type.Object({
    meetings: Type.Array(Item),
    participants: Type.Array(Type.String()),
    best_times: Type.Array(Type.Object({ date: Type.String(), time: Type.String(), free: Type.Number() })),
  }),
  async run({ api }, { meeting_id }) {
    if (meeting_id === undefined) {
      const query = { scope: 'all', public_from: 'friends', limit: MOST_MEETINGS } as const
      const meetings = (await api.meetings.list({ query })).map(meetingItem)
      const data = { meetings, participants: [], best_times: [] }
      return { data, text: linesOf('Meetings', meetings) }
    }
    const params = { meeting_id }
    const { meeting, availability_grid } = await api.meetings.result({ params })
    const people = await api.meetings.availability({ params })
    const best_times = availability_grid
      .flatMap(({ date, slots }) => slots.map(({ time, count }) => ({ date, time, free: count })))
      .filter(({ free }) => free > 0)
      .toSorted((a, b) => b.free - a.free)
      .slice(0, MOST_TIMES)
    const participants = people.map(({ participant }) => participant.display_name)
    const item = meetingItem(meeting)
    const text = [
      linesOf('Meeting', [item]),
      `Days and hours: ${meeting.start_time} to ${meeting.end_time} ${meeting.timezone}, cells of ${meeting.time_slot_minutes} min.`,
      // People choose their own names, so names are marked as written by other people.
      `Participants: ${participants.length === 0 ? 'none' : `${BY_OTHER} ${participants.map(quoted).join(', ')}`}`,
      `Best times: ${best_times.length === 0 ? 'nobody has entered free times' : best_times.map(({ date, time, free }) => `${date} ${time} (${free} free)`).join(', ')}`,
    ]
    return { data: { meetings: [item], participants, best_times }, text: text.join('\n') }
  },
})

const { title, start_date, end_date, available_days, start_time, end_time } = MeetingCreate.properties

export const createMeeting = tool({
  name: 'create_meeting',
  title: 'Create a meeting',
  description:
    'Create a poll in which others enter when they are free (weekdays: 0 = Monday). It is private unless share_with says otherwise.',
  access: 'write',
  uses: ['meetings.create'],
  input: writeInput({
    title,
    start_date,
    end_date,
    available_days,
    start_time,
    end_time,
    time_slot_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1440 })),
    share_with: Type.Optional(OneOf(['private', 'friends', 'public'])),
  }),
  output: Type.Object({ meeting: Item, ...written }),
  async run({ api, zone }, { share_with, dry_run: _dry, timezone, ...body }) {
    const shared = share_with === undefined ? {} : { visibility: { level: share_with } }
    const meeting = await api.meetings.create({
      body: { ...body, ...shared, timezone: timezone ?? zone.name },
    })
    const item = meetingItem(meeting)
    return { data: { meeting: item, ...UNWRITTEN }, text: linesOf('Created', [item]) }
  },
})

export const confirmMeeting = tool({
  name: 'confirm_meeting',
  title: 'Confirm a meeting',
  description:
    'Fix the time of one of your meetings: it becomes a calendar entry and participants see it. Ask the person first.',
  access: 'write',
  hints: { destructive: true },
  uses: ['meetings.confirm'],
  input: writeInput({ meeting_id: Id, ...TimeSlot.properties }),
  output: Type.Object({ schedule: Item, ...written }),
  async run({ api }, { meeting_id, slot_date, start_time: from, end_time: to }) {
    const body = { slot_date, start_time: from, end_time: to }
    const schedule = scheduleItem(await api.meetings.confirm({ params: { meeting_id }, body }))
    return { data: { schedule, ...UNWRITTEN }, text: linesOf('Confirmed', [schedule]) }
  },
})
