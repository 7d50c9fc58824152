// Runs the corpus: English and Korean lines with their expected results, and ordinary titles that must not change. They
// are written by hand, not generated from the grammar.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { some } from '../../scripts/test/properties.ts'
import type { Context } from '../src/chip.ts'
import { type QuickAdd, quickAdd } from '../src/quick-add.ts'

const CORPUS = join(import.meta.dirname, 'corpus')

const known = (names: { tags: string[]; groups: string[]; todos: string[] }) => ({
  tags: names.tags.map(name => ({ id: name, name, group_id: names.groups[0] ?? '' })),
  groups: names.groups.map(name => ({ id: name, name, is_todo_group: true })),
  todos: names.todos.map(title => ({ id: title, title })),
})

const CONTEXTS: Record<'english' | 'korean', Context> = {
  english: {
    now: Date.parse('2026-11-11T10:00:00-05:00'),
    timezone: 'America/New_York',
    language: 'en',
    ...known({ tags: ['work', 'health'], groups: ['Inbox', 'Home'], todos: ['Write report'] }),
  },
  korean: {
    now: Date.parse('2026-11-11T10:00:00+09:00'),
    timezone: 'Asia/Seoul',
    language: 'ko',
    ...known({ tags: ['업무', '건강'], groups: ['기본', '집'], todos: ['보고서 쓰기'] }),
  },
}

for (const [language, context] of Object.entries(CONTEXTS)) {
  describe(`sentences: ${language}`, () => {
    for (const file of globSync(`${language}-*.txt`, { cwd: CORPUS }).sort()) {
      it(file, () => {
        const lines = linesOf(file)
        assert.ok(lines.length > 0)
        const wrong = lines.flatMap(line => {
          const [text = '', ...columns] = line.split('|').map(cell => cell.trim())
          const expected = columns.join(' | ').replace(/(?: \| *)+$/, '')
          const actual = summary(quickAdd(text, context), context)
          return actual === expected ? [] : [`${text}\n  expected ${expected}\n  actual   ${actual}`]
        })
        assert.equal(wrong.join('\n'), '')
      })
    }
  })
}

describe('ordinary titles', () => {
  for (const file of globSync('titles-*.txt', { cwd: CORPUS }).sort()) {
    it(`${file}: none is changed`, () => {
      const changed = some(linesOf(file)).flatMap(title =>
        Object.values(CONTEXTS).flatMap(context => {
          const read = quickAdd(title, context)
          const understood = read.chips.filter(chip => chip.understood !== false)
          const same = read.kind === 'todo' && read.title === title && understood.length === 0
          return same ? [] : [`${title} -> ${summary(read, context)}`]
        }),
      )
      assert.equal(changed.join('\n'), '')
    })
  }
})

it('the corpora are large, and no line occurs twice', () => {
  for (const [name, least] of [
    ['english', 1000],
    ['korean', 1000],
    ['titles', 5000],
  ] as const) {
    const lines = globSync(`${name}-*.txt`, { cwd: CORPUS }).flatMap(linesOf)
    const texts = lines.map(line => line.split('|')[0]?.trim())
    const seen = new Set<string | undefined>()
    const twice = texts.filter(text => seen.size === seen.add(text).size)
    assert.deepEqual(twice, [])
    assert.ok(lines.length >= least, `${name}: ${lines.length} lines`)
  }
})

function linesOf(file: string): string[] {
  const lines = readFileSync(join(CORPUS, file), 'utf8').split('\n')
  return lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('# '))
}

/** Formats a result like the corpus columns. */
function summary(read: QuickAdd, { timezone, groups }: Context): string {
  const local = (text: string) =>
    text.length === 10
      ? text.replace(/^2026-/, '')
      : Temporal.Instant.from(text)
          .toZonedDateTimeISO(timezone)
          .toPlainDateTime()
          .toString({ smallestUnit: 'minute' })
          .replace('T', ' ')
          .replace(/^2026-/, '')
  const columns = (...cells: string[]) => cells.join(' | ').replace(/(?: \| *)+$/, '')
  const tags = (read.draft.tag_ids ?? []).map(id => `#${id}`)
  if (read.kind === 'timer') {
    const { allocated_duration, todo_id } = read.draft
    const rest = [
      ...(allocated_duration ? [`len=${allocated_duration / 60}`] : []),
      ...tags,
      ...(todo_id ? [`@${todo_id}`] : []),
    ]
    return columns('timer', read.title, '', rest.join(' '))
  }
  if (read.kind === 'record') {
    const [segment] = read.draft.segments
    const at = `${local(segment?.start ?? '')}-${local(segment?.end ?? '').slice(-5)}`
    const rest = [...tags, ...(read.draft.todo_id ? [`@${read.draft.todo_id}`] : [])]
    return columns('record', read.title, at, rest.join(' '))
  }
  const rule = read.draft.recurrence_rule?.replace('FREQ=', '')
  if (read.kind === 'schedule') {
    const { start_time, end_time, all_day } = read.draft
    const last = Temporal.PlainDate.from(end_time.slice(0, 10)).subtract({ days: 1 }).toString()
    const when = all_day
      ? `${local(start_time)}..${local(last)}`
      : `${local(start_time)}-${local(end_time).slice(-5)}`
    return columns('entry', read.title, when, [...(rule ? [rule] : []), ...tags].join(' '))
  }
  const { deadline, estimate_minutes, priority, tag_group_id } = read.draft
  const rest = [
    ...(rule ? [rule] : []),
    ...(estimate_minutes ? [`est=${estimate_minutes}`] : []),
    ...(priority === undefined ? [] : [`!${priority}`]),
    ...tags,
    ...(tag_group_id && tag_group_id !== groups[0]?.id ? [`/${tag_group_id}`] : []),
  ]
  return columns('todo', read.title, deadline ? local(deadline) : '', rest.join(' '))
}
