import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile } from './file-objects.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:same', ...lines, 'END:VEVENT']
const objectsOf = (...events: string[][]) =>
  readFile(['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')).objects
const titles = (objects: ReturnType<typeof objectsOf>) => objects.map(({ title }) => title)

describe('events of one file that share a UID', () => {
  const twenty = Array.from({ length: 20 }, (_, at) =>
    event(`DTSTART:202601${String(at + 1).padStart(2, '0')}T090000Z`, `SUMMARY:Event ${at}`),
  )
  it('are separate objects with UIDs that stay the same in the next file', () => {
    const found = objectsOf(...twenty)
    assert.equal(found.length, 20)
    assert.equal(found[0]?.uid, 'same')
    assert.equal(new Set(found.map(({ uid }) => uid)).size, 20)
    for (const { uid, text } of found) assert.match(text, new RegExp(`\r\nUID:${uid}\r\n`))
    assert.deepEqual(objectsOf(...twenty), found)
    const later = objectsOf(...twenty, event('DTSTART:20270101T090000Z', 'SUMMARY:New'))
    assert.deepEqual(
      later.slice(0, 20).map(({ uid }) => uid),
      found.map(({ uid }) => uid),
    )
  })
  it('are one object if they are copies or versions of one another', () => {
    const start = 'DTSTART:20260101T090000Z'
    assert.equal(objectsOf(event(start, 'DTSTAMP:1'), event(start, 'DTSTAMP:2')).length, 1)
    const renamed = objectsOf(event(start, 'SEQUENCE:2', 'SUMMARY:New'), event(start, 'SUMMARY:Old'))
    assert.deepEqual(titles(renamed), ['New'])
    const moved = objectsOf(
      event(start, 'SUMMARY:Talk'),
      event('DTSTART:20260102T090000Z', 'SEQUENCE:1', 'SUMMARY:Talk'),
    )
    assert.deepEqual([titles(moved), /20260102/.test(moved[0]?.text ?? '')], [['Talk'], true])
  })
  it('keep the changed occurrences with their series', () => {
    const change = event('RECURRENCE-ID:20260108T090000Z', 'DTSTART:20260108T100000Z', 'SUMMARY:Later')
    const found = objectsOf(
      event('DTSTART:20260101T080000Z', 'SUMMARY:Alone'),
      change,
      event('DTSTART:20260101T090000Z', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Series'),
      event('DTSTART:20270101T090000Z', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Next year'),
    )
    const holding = found.filter(({ text }) => text.includes('SUMMARY:Later'))
    assert.deepEqual([found.length, holding.length, holding[0]?.title], [3, 1, 'Series'])
    assert.deepEqual([holding[0]?.uid, holding[0]?.calendar.components.length], ['same', 2])
  })
})
