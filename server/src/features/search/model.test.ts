import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { searchWords } from '@daymark/contract/search/search-text'
import fc from '../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { befriend, newPerson, type Person } from '../../../test/support/people.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Filter } from './filter.ts'
import { type PlaceKey, placeKey } from './hit.ts'
import { findItems } from './steps.ts'

const WORDS = [
  'plan',
  'Plane',
  'explain',
  'Café',
  'ｃａｆｅ',
  '회의',
  '주간회의',
  '회식',
  '🎉',
  'a_b',
  'x*y[z]?',
  '50%',
  '가 나',
]
const ASKED = [
  'pla',
  'PLAN',
  'cafe',
  'é',
  '회',
  '회의',
  'ㅎㅇ',
  'ㅎ',
  'ㅈㄱ',
  '%',
  '_',
  '🎉',
  '*',
  '[z]',
  '?',
  'x',
  'an',
  '가',
]
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

interface Item {
  id: string
  at: number
  title: string
  description: string
  done: boolean
}

/** Normalizes character by character, so that it does not share mistakes with the tested code. */
const plain = (text: string): string[] =>
  Array.from(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .normalize('NFC'),
  )
const isSame = (asked: string, char: string | undefined): boolean => {
  if (char === undefined) return false
  const consonant = CONSONANTS[Math.floor((char.charCodeAt(0) - 0xac00) / 588)]
  return (
    asked === char ||
    (char >= '가' && char <= '힣' && asked.normalize('NFKD') === consonant?.normalize('NFKD'))
  )
}
const placesIn = (text: string, word: string): number[] => {
  const [chars, asked] = [plain(text), plain(word)]
  return [...chars.keys()].filter(at => asked.every((char, i) => isSame(char, chars[at + i])))
}

function rankIn({ title, description }: Item, words: string[]): number | undefined {
  if (!words.every(word => placesIn(title, word).length + placesIn(description, word).length > 0))
    return undefined
  const inTitle = words.every(word => placesIn(title, word).length > 0)
  const [first = ''] = words
  const startsWord = (text: string) =>
    placesIn(text, first).some(at => at === 0 || plain(text)[at - 1] === ' ')
  const position = placesIn(title, first).includes(0)
    ? 0
    : startsWord(title) || (!inTitle && startsWord(description))
      ? 1
      : 2
  return (inTitle ? 0 : 3) + position
}

const found = (items: Item[], query: string, done: boolean): string[] =>
  items
    .flatMap(item => {
      const rank =
        done && !item.done ? undefined : rankIn(item, [...new Set(query.split(' ').filter(Boolean))])
      return rank === undefined ? [] : [{ rank, item }]
    })
    .sort((a, b) => a.rank - b.rank || b.item.at - a.item.at || (a.item.id < b.item.id ? -1 : 1))
    .map(({ item }) => item.id)

const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map(words => words.join(' '))
const worlds = fc.record({
  texts: fc.array(fc.tuple(phrase, phrase), { minLength: 8, maxLength: 14 }),
  changes: fc.array(fc.tuple(fc.nat(30), fc.constantFrom('rename', 'describe', 'done', 'remove'), phrase), {
    maxLength: 8,
  }),
  queries: fc.array(
    fc.tuple(
      fc.array(fc.constantFrom(...ASKED), { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 6 }),
    ),
    { minLength: 12, maxLength: 12 },
  ),
})

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never

forEachStorage('the model of search', open => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  async function write(owner: Person, { texts, changes }: World): Promise<Item[]> {
    const { client } = owner
    const { id: tag_group_id } = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const items: Item[] = []
    for (const [title, description] of texts) {
      const body = {
        title: `${title}.`,
        description,
        tag_group_id,
        visibility: { level: 'friends' as const },
      }
      const { id, created_at } = await client.todos.create({ body })
      items.push({ id, at: Date.parse(created_at), title: body.title.trim(), description, done: false })
    }
    for (const [at, what, text] of changes) {
      const item = items[at % items.length]
      if (!item) continue
      const params = { todo_id: item.id }
      if (what === 'remove') {
        await client.todos.remove({ params })
        items.splice(items.indexOf(item), 1)
        continue
      }
      if (what === 'rename') item.title = `${text}.`
      if (what === 'describe') item.description = text
      if (what === 'done') item.done = true
      const { title, description, done } = item
      const status = done ? 'DONE' : 'UNSCHEDULED'
      await client.todos.update({ params, body: { title, description, status } })
    }
    return items
  }

  /** Returns the ids of the found items on all pages. Each statement reads only a few texts. */
  async function inSmallSteps(viewerId: string, q: string, done: boolean, limit: number): Promise<string[]> {
    const filter: Filter = {
      ...{ kinds: [], tag_ids: [], period: {}, scope: 'all', public_from: 'friends' },
      status: done ? ['DONE'] : [],
    }
    const search = { words: searchWords(q), filter, kinds: ['todo' as const], limit }
    const viewer = { id: viewerId, email: null }
    const step = { texts: 2, friends: 1 }
    const ids: string[] = []
    for (let after: PlaceKey | undefined; ; ) {
      const found = await server.storage.read(db => findItems(db, { ...search, viewer, after, step }))
      ids.push(...found.map(({ id }) => id))
      const last = found.at(-1)
      if (!last || found.length < limit) return ids
      after = placeKey(last)
    }
  }

  it('finds the same items in the same order, for their owner and a friend', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async world => {
        const [owner, friend] = [await newPerson(server, 'owner'), await newPerson(server, 'friend')]
        await befriend(owner, friend)
        const items = await write(owner, world)
        for (const [words, done, limit] of world.queries) {
          const q = words.join(' ')
          const expected = found(items, q, done)
          for (const { client, id: viewerId } of [owner, friend]) {
            assert.deepEqual(
              await inSmallSteps(viewerId, q, done, limit),
              expected,
              `${q} (${done ? 'done' : 'all'}) in steps`,
            )
            const status = done ? (['DONE'] as const) : undefined
            const query = { q, kinds: ['todo' as const], limit, ...(status && { status: [...status] }) }
            const hits = await client.search.find.all({ query })
            assert.deepEqual(
              hits.map(({ id }) => id),
              expected,
              `${q} (${done ? 'done' : 'all'})`,
            )
          }
        }
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })
})
