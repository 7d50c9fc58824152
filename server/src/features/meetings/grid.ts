// Computes the availability grid of a meeting: how many participants are free in each cell of each day.
import { type MeetingFrame, meetingDays } from './meeting.ts'
import type { TimeSlot } from './slot.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

export interface ParticipantSlot extends TimeSlot {
  participant_id: string
  /** True if the time is possible, but not convenient. */
  if_need_be?: boolean
}

export interface GridDay {
  date: string
  slots: { time: string; count: number; if_need_be?: number }[]
}

interface Stretch {
  start: number
  end: number
}

/**
 * Divides each day into cells of `time_slot_minutes` and omits a last cell that is too short. A participant is free in
 * a cell only if the participant's slots cover all of it. If they cover it only together with the participant's "if
 * need be" slots, the participant is counted separately.
 */
export function availabilityGrid(frame: MeetingFrame, slots: readonly ParticipantSlot[]): GridDay[] {
  const opens = secondsOfDay(frame.start_time)
  const step = frame.time_slot_minutes * 60
  const cells = Math.floor((secondsOfDay(frame.end_time) - opens) / step)
  const times = Array.from({ length: cells }, (_, cell) => timeText(opens + cell * step).slice(0, 5))
  const byDate = Map.groupBy(slots, slot => slot.slot_date)
  return meetingDays(frame).map(date => {
    const counts = new Array<number>(cells).fill(0)
    const reserve = new Array<number>(cells).fill(0)
    const covered = (own: readonly TimeSlot[]): Set<number> => {
      const found = new Set<number>()
      for (const { start, end } of merged(own)) {
        const first = Math.max(0, Math.ceil((start - opens) / step))
        const beyond = Math.min(cells, Math.floor((end - opens) / step))
        for (let cell = first; cell < beyond; cell++) found.add(cell)
      }
      return found
    }
    const byParticipant = Map.groupBy(byDate.get(date) ?? [], slot => slot.participant_id)
    for (const own of byParticipant.values()) {
      const free = covered(own.filter(slot => !slot.if_need_be))
      for (const cell of free) counts[cell] = (counts[cell] ?? 0) + 1
      if (own.some(slot => slot.if_need_be))
        for (const cell of covered(own).difference(free)) reserve[cell] = (reserve[cell] ?? 0) + 1
    }
    return {
      date,
      slots: times.map((time, cell) => ({
        time,
        count: counts[cell] ?? 0,
        ...(reserve[cell] ? { if_need_be: reserve[cell] } : {}),
      })),
    }
  })
}

/** Merges slots that touch or overlap, so that a cell that two slots cover together counts as free. */
function merged(slots: readonly TimeSlot[]): Stretch[] {
  const stretches: Stretch[] = []
  const sorted = slots
    .map(slot => ({ start: secondsOfDay(slot.start_time), end: secondsOfDay(slot.end_time) }))
    .sort((a, b) => a.start - b.start)
  for (const stretch of sorted) {
    const last = stretches.at(-1)
    if (last !== undefined && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end)
    else stretches.push(stretch)
  }
  return stretches
}
