import { Segments } from '@daymark/contract/timers/corrections'
import { parseInstant } from '@daymark/contract/validation/instant'
import { Instant, OneOf, Title, UuidSet } from '@daymark/contract/words'
import Type from 'typebox'
import { rejected } from '../../../platform/kernel/errors.ts'
import { Id, UNWRITTEN, writeInput, written } from '../inputs.ts'
import { Item, LINKED, linesOf, timerItem } from '../items.ts'
import { tool } from '../tool.ts'

const USUAL_MINUTES = 25
const at = { at: Type.Optional(Instant) }
const when = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (parseInstant(text) ?? undefined)

export const startTimer = tool({
  name: 'start_timer',
  title: 'Start a timer',
  description:
    'Start measuring time now, or since `at` (at most 30 days ago). Stops running timers first, unless `keep_others`.',
  access: 'write',
  uses: ['timers.start', 'timers.control', 'timers.list'],
  input: writeInput({
    title: Type.Optional(Title),
    todo_id: Type.Optional(Id),
    schedule_id: Type.Optional(Id),
    tag_ids: Type.Optional(UuidSet(100)),
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
    keep_others: Type.Optional(Type.Boolean()),
    ...at,
  }),
  output: Type.Object({ started: Item, stopped: Type.Array(Item), ...written }),
  async run(context, { minutes, keep_others, timezone: _zone, dry_run: _dry, ...given }) {
    const { api, timers, preferences } = context
    const stopped: Item[] = []
    if (!keep_others) {
      for (const { id } of await api.timers.list({ query: { status: ['RUNNING'] } }))
        stopped.push(timerItem(await timers.control(id, 'stop', when(given.at))))
    }
    const planned = minutes ?? preferences.default_timer_minutes ?? USUAL_MINUTES
    const started = timerItem(await timers.start({ ...given, allocated_duration: planned * 60 }))
    const text = [linesOf('Started', [started]), ...(stopped.length > 0 ? [linesOf('Stopped', stopped)] : [])]
    return { data: { started, stopped, ...UNWRITTEN }, text: text.join('\n') }
  },
})

export const stopTimer = tool({
  name: 'stop_timer',
  title: 'Stop a timer',
  description:
    'Stop, pause, resume or cancel a timer: by default, stop the active one. `at` is when it happened, if not now. CANCELLED timers count in no report.',
  access: 'write',
  hints: { destructive: true },
  uses: ['timers.control', 'timers.active'],
  input: writeInput({
    timer_id: Type.Optional(Id),
    action: Type.Optional(OneOf(['stop', 'pause', 'resume', 'cancel'])),
    ...at,
  }),
  output: Type.Object({ timer: Item, ...written }),
  async run({ api, timers }, { timer_id, action = 'stop', at: moment }) {
    const id = timer_id ?? (await api.timers.active({})).id
    const timer = timerItem(await timers.control(id, action, when(moment)))
    return { data: { timer, ...UNWRITTEN }, text: linesOf(`Timer after "${action}"`, [timer]) }
  },
})

export const correctTime = tool({
  name: 'correct_time',
  title: 'Correct tracked time',
  description:
    'Correct tracked time. With timer_id and `segments`: replace what was measured (not while it runs). With timer_id and `end`: end a forgotten timer earlier. Without timer_id: add a past record from `segments`, with title or todo_id.',
  access: 'write',
  hints: { destructive: true },
  uses: ['timers.addRecord', 'timers.setSegments', 'timers.trim'],
  input: writeInput({
    timer_id: Type.Optional(Id),
    segments: Type.Optional(Segments),
    end: Type.Optional(Instant),
    title: Type.Optional(Title),
    todo_id: Type.Optional(Id),
  }),
  output: Type.Object({ timer: Item, ...written }),
  async run({ api }, { timer_id, segments, end, title, todo_id }) {
    const correct = () => {
      if (timer_id === undefined) {
        if (segments === undefined)
          throw rejected('Give segments to add a record, or timer_id to correct a timer.')
        const names = { ...(title !== undefined && { title }), ...(todo_id !== undefined && { todo_id }) }
        return api.timers.addRecord({ query: LINKED, body: { segments, ...names } })
      }
      if (title !== undefined || todo_id !== undefined)
        throw rejected('title and todo_id are only for new records. Leave them out, or leave out timer_id.')
      if ((segments === undefined) === (end === undefined))
        throw rejected('Give either segments or end to correct a timer.')
      const params = { timer_id }
      return segments !== undefined
        ? api.timers.setSegments({ params, query: LINKED, body: { segments } })
        : api.timers.trim({ params, query: LINKED, body: { end: end ?? '' } })
    }
    const timer = timerItem(await correct())
    return { data: { timer, ...UNWRITTEN }, text: linesOf('Corrected', [timer]) }
  },
})
