import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { decodeCursor, type PageRequest, pageSize, partsOf, toPage } from '../../../platform/kernel/page.ts'
import { type ReadPage, readJsonPage, readLazyJsonPage, readLazyPage, readPage } from './read-page.ts'

type Item = { at: number; text: string }

/** A list that records the requested page sizes. */
function listOf(items: readonly Item[]) {
  const asked: number[] = []
  const read = async (request: PageRequest) => {
    asked.push(pageSize(request))
    const [after] = decodeCursor<[number]>(request, ['number']) ?? [-1]
    const rest = items.filter(item => item.at > after)
    return toPage(rest.slice(0, pageSize(request) + 1), request, item => [item.at])
  }
  return { read, asked }
}

const items = (sizes: readonly number[]): Item[] => sizes.map((size, at) => ({ at, text: 'x'.repeat(size) }))

const bytesOf = ({ items }: ReadPage<Item>): number => Buffer.byteLength(JSON.stringify(items))

const bounds = fc.record({
  bytes: fc.integer({ min: 1, max: 5_000 }),
  first: fc.integer({ min: 1, max: 20 }),
  larger: fc.integer({ min: 1, max: 30 }),
})

test('pages of any list contain everything once, in order, within their limits', async () => {
  const sizes = fc.array(fc.oneof(fc.nat(20), fc.nat(3_000)), { maxLength: 60 })
  const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(sizes, bounds, limit, async (sizesOf, bound, most) => {
      const all = items(sizesOf)
      const { read, asked } = listOf(all)
      const collected: Item[] = []
      let cursor: string | undefined
      do {
        const request = { ...(most && { limit: most }), ...(cursor !== undefined && { cursor }) }
        const page = await readPage(request, read, bound)
        assert.ok(page.items.length <= (most ?? all.length))
        assert.ok(page.items.length === 1 || bytesOf(page) <= bound.bytes + 1)
        const { json, next } = await readJsonPage(request, read, bound)
        assert.deepEqual([JSON.parse(String(json)), next], [page.items, page.next])
        collected.push(...page.items)
        cursor = page.next
      } while (cursor !== undefined)
      assert.deepEqual(collected, all)
      assert.ok(asked.every(size => size <= Math.max(bound.first, bound.larger)))
    }),
  )
})

test('a lazy page of any list contains as much as fits, and no more is loaded', async () => {
  const sizes = fc.array(fc.oneof(fc.nat(20), fc.nat(3_000)), { maxLength: 60 })
  const arbitrary = [sizes, fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 20 })] as const
  await fc.assert(
    fc.asyncProperty(...arbitrary, fc.boolean(), async (sizesOf, bytes, inPart, hasNext) => {
      const all = items(sizesOf)
      let loaded = 0
      const pageOf = () => {
        loaded = 0
        const parts = Array.from({ length: Math.ceil(all.length / inPart) }, (_, at) => ({
          rows: inPart,
          load: async () => {
            assert.equal(loaded++, at, 'each part once, in order')
            return all.slice(at * inPart, (at + 1) * inPart)
          },
        }))
        return { parts, cursorAfter, ...(hasNext && { next: 'next' }) }
      }
      const cursorAfter = (at: number) => `after ${at}`
      const { json, next } = await readLazyJsonPage(pageOf(), bytes)
      const page = await readLazyPage(pageOf(), bytes)
      assert.deepEqual([JSON.parse(String(json)), next], [page.items, page.next])
      assert.deepEqual(page.items, all.slice(0, page.items.length))
      assert.ok(loaded <= Math.floor(page.items.length / inPart) + 1)
      assert.ok(page.items.length <= 1 || bytesOf(page) <= bytes + 1)
      const isWhole = page.items.length === all.length
      assert.equal(page.next, isWhole ? (hasNext ? 'next' : undefined) : cursorAfter(page.items.length - 1))
    }),
  )
})

test('parts of a list have at most 1,000 items, even if these come from few rows', async () => {
  const all = Array.from({ length: 5_000 }, (_, at) => at)
  const bySeries = partsOf(
    all,
    at => String(at % 7),
    async part => part,
  )
  assert.deepEqual(
    bySeries.map(part => part.rows),
    Array(5).fill(7),
  )
  for (const part of bySeries) assert.equal((await part.load()).length, 1_000)
  const single = partsOf(all, String, async part => part)
  assert.deepEqual(
    single.map(part => part.rows),
    Array(5).fill(1_000),
  )
  assert.deepEqual((await Promise.all(single.map(part => part.load()))).flat(), all)
})

test('a short list is read with one batch, a long one with few', async () => {
  const short = listOf(items(Array(200).fill(10)))
  await readPage({}, short.read)
  assert.deepEqual(short.asked, [200])
  const long = listOf(items(Array(3_500).fill(10)))
  assert.equal((await readPage({}, long.read)).items.length, 3_500)
  assert.deepEqual(long.asked, [200, 1_000, 1_000, 1_000, 1_000])
})

test('of large items, no more are read than fit', async () => {
  const { read, asked } = listOf(items(Array(5_000).fill(30_000)))
  const page = await readPage({}, read)
  assert.ok(bytesOf(page) <= 8 * 1024 * 1024)
  assert.ok(page.next)
  assert.ok(asked.reduce((sum, size) => sum + size, 0) <= 300, String(asked))
  assert.ok(
    asked.slice(1).every(size => size * 30_000 <= 4 * 1024 * 1024),
    String(asked),
  )
})

test('pages that grow at the same time end, and say so if a timer is running', async () => {
  const list = listOf(items(Array(900).fill(10)))
  const running = { at: 900, text: '', is_running: true }
  const pages = await Promise.all(
    Array.from({ length: 20 }, () =>
      readJsonPage({}, async request => {
        const page = await list.read(request)
        return page.next === undefined ? { ...page, items: [...page.items, running] } : page
      }),
    ),
  )
  for (const { json, has_running } of pages) {
    assert.equal(JSON.parse(String(json)).length, 901)
    assert.ok(has_running)
  }
})
