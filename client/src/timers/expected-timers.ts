// Predicts how the waiting commands will change timers, so that a page can show the result at once.

import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'
import type { PauseEvent, Timer, TimerStatus } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { elapsedMs } from '../elapsed.ts'
import { segmentsOf } from './corrected-timers.ts'

type Control = 'pause' | 'resume' | 'stop' | 'cancel'

/** Status changes that the server allows. */
const NEXT: Record<TimerStatus, Partial<Record<Control, TimerStatus>>> = {
  RUNNING: { pause: 'PAUSED', stop: 'COMPLETED', cancel: 'CANCELLED' },
  PAUSED: { resume: 'RUNNING', stop: 'COMPLETED', cancel: 'CANCELLED' },
  COMPLETED: {},
  CANCELLED: {},
}

/** Applies the commands in order, each at its time `at`. Returns the same map if there are none. */
export function withCommands(
  timers: ReadonlyMap<string, Timer>,
  commands: readonly ClientMessage[],
): ReadonlyMap<string, Timer> {
  if (commands.length === 0) return timers
  const expected = new Map(timers)
  for (const command of commands) {
    const timer = command.type === 'timer.sync' ? undefined : afterCommand(expected, command)
    if (timer) expected.set(timer.id, timer)
  }
  return expected
}

/** Returns the created or changed timer; undefined if the command has no effect on the known timers. */
function afterCommand(
  timers: ReadonlyMap<string, Timer>,
  command: Exclude<ClientMessage, { type: 'timer.sync' }>,
): Timer | undefined {
  const at = parseInstant(String(command.payload.at ?? '')) ?? Date.now()
  if (command.type === 'timer.create') {
    const { id } = command.payload
    return id && !timers.has(id) ? started(id, command.payload, at) : undefined
  }
  const timer = timers.get(command.payload.timer_id)
  return timer && controlled(timer, command.type.slice('timer.'.length) as Control, at)
}

function controlled(timer: Timer, action: Control, pressedAt: number): Timer | undefined {
  const status = NEXT[timer.status][action]
  if (status === undefined) return undefined
  const last = parseInstant(timer.pause_history.at(-1)?.at ?? '') ?? 0
  const at = new Date(Math.max(pressedAt, last)).toISOString()
  const elapsed = Math.floor(elapsedMs(timer, Date.parse(at)) / 1000)
  const isRunning = status === 'RUNNING'
  const event: PauseEvent = isRunning ? { action, at } : { action, at, elapsed }
  const pause_history = [...timer.pause_history, event]
  return {
    ...timer,
    status,
    is_running: isRunning,
    elapsed_time: elapsed,
    elapsed_seconds: elapsed,
    segment_started_at: isRunning ? at : null,
    paused_at: action === 'pause' ? at : isRunning ? null : timer.paused_at,
    ended_at: action === 'stop' || action === 'cancel' ? at : null,
    pause_history,
    segments: segmentsOf(pause_history),
    updated_at: at,
  }
}

type Given = Extract<ClientMessage, { type: 'timer.create' }>['payload']

function started(id: string, given: Given, pressedAt: number): Timer {
  const at = new Date(pressedAt).toISOString()
  return {
    id,
    schedule_id: given.schedule_id ?? null,
    todo_id: given.todo_id ?? null,
    title: given.title ?? null,
    description: given.description ?? null,
    allocated_duration: given.allocated_duration,
    elapsed_time: 0,
    elapsed_seconds: 0,
    status: 'RUNNING',
    is_running: true,
    started_at: at,
    segment_started_at: at,
    paused_at: null,
    ended_at: null,
    pause_history: [{ action: 'start', at }],
    segments: [{ start: at, end: null }],
    corrected_at: null,
    created_at: at,
    updated_at: at,
    schedule: null,
    todo: null,
    tags: [],
    owner_id: '',
    is_shared: false,
    visibility_level: null,
  }
}
