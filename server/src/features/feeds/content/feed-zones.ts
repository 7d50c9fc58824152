// Writes the time zone definitions that a feed needs. Each one covers the earliest item in its zone.
import { writeCalendar } from '../../icalendar/text/content-line.ts'
import { vtimezone } from '../../icalendar/text/vtimezone.ts'

export class FeedZones {
  readonly #first = new Map<string, number>()

  need(zone: string, from: number): void {
    if (zone === '' || zone === 'UTC') return
    this.#first.set(zone, Math.min(from, this.#first.get(zone) ?? from))
  }

  text(): string {
    return [...this.#first]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([zone, from]) => writeCalendar(vtimezone(zone, from)))
      .join('')
  }
}
