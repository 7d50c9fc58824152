import { SEARCH_KINDS, SEARCH_LIMIT, type SearchKind } from '@daymark/contract/search/search'
import { rankOf, type SearchWord, searchText, searchWords } from '@daymark/contract/search/search-text'
import type { Actor } from '../../platform/kernel/actor.ts'
import { Abandoned, stopIfAbandoned, untilAbandoned } from '../../platform/kernel/concurrency/abandonment.ts'
import type { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import { mapInTurns } from '../../platform/kernel/concurrency/in-turns.ts'
import { conflict, invalid } from '../../platform/kernel/errors.ts'
import { decodeCursor, type Page, type PageRequest, toPage } from '../../platform/kernel/page.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { friendStore } from '../people/friends/store.ts'
import { visibilityStore } from '../visibility/store.ts'
import { type Filter, kindsIn } from './filter.ts'
import {
  byPlace,
  excerptOf,
  type FoundItem,
  type Hit,
  type Place,
  type PlaceKey,
  placeKey,
  placeOf,
} from './hit.ts'
import { readItems } from './item-store.ts'
import { findItems } from './steps.ts'
import type { ItemKind } from './store.ts'

export type SearchService = ReturnType<typeof searchService>

export interface Asking {
  /** Identifies the app that searches. Its next search cancels this one. */
  client: string
  isAbandoned(): boolean
}

export function searchService({ uow, heavy }: { uow: UnitOfWork; heavy: HeavyWork }) {
  /** The newest search of each client that has not ended. */
  const newest = new Map<string, AbortController>()

  /** Runs the only search of its client: cancels the previous one, even if it is still in line. */
  async function alone<T>(actor: Actor, { client, isAbandoned }: Asking, work: () => Promise<T>): Promise<T> {
    newest.get(client)?.abort(conflict(REPLACED, 'superseded'))
    const own = new AbortController()
    newest.set(client, own)
    const { signal } = own
    const search = () => {
      stopIfAbandoned()
      return work()
    }
    try {
      const isOver = () => signal.aborted || isAbandoned()
      return await heavy.run(actor.id, () => untilAbandoned(isOver, search), signal)
    } catch (error) {
      if (error instanceof Abandoned) signal.throwIfAborted()
      throw error
    } finally {
      if (newest.get(client) === own) newest.delete(client)
    }
  }

  return {
    async find(
      actor: Actor,
      q: string,
      filter: Filter,
      asked: PageRequest,
      asking: Asking,
    ): Promise<Page<Hit>> {
      const words = searchWords(q)
      if (words.length === 0) throw invalid('q', 'must contain a letter, a digit or a symbol')
      const page = { ...asked, limit: asked.limit ?? SEARCH_LIMIT }
      const after = decodePlace(page)
      const kinds = kindsIn(filter)
      const search = async (db: Db) => {
        // Reads the viewer's email address only if other people's items are requested.
        const viewer =
          filter.scope === 'mine' ? { id: actor.id, email: null } : await visibilityStore(db).viewer(actor.id)
        const limit = page.limit + 1
        const items = await findItems(db, {
          viewer,
          words,
          filter,
          kinds: kinds.filter(kind => kind !== 'person'),
          limit,
          after,
        })
        const people = kinds.includes('person') ? await findPeople(db, actor, words, after) : []
        const places = [...items, ...people].sort(byPlace).slice(0, limit)
        const found = toPage(places, page, placeKey)
        return { ...found, items: await withItems(db, found.items, people, words) }
      }
      return alone(actor, asking, () => uow.read(search))
    },
  }
}

const REPLACED = 'A newer search of this app has replaced this search.'

/** The worst rank that `rankOf` returns. */
const MAX_RANK = 5

function decodePlace(page: PageRequest): PlaceKey | undefined {
  const shape = ['number', 'number', 'string'] as const
  const after = decodeCursor<PlaceKey>(page, [...shape, 'string'])
  if (!after) return undefined
  const [rank, , kind] = after
  if (rank < 0 || rank > MAX_RANK || !SEARCH_KINDS.some(each => each === kind)) {
    throw invalid('cursor', 'must be a cursor that this list has returned')
  }
  // Item ids are UUIDs, but user ids can be any text.
  return kind === 'person' ? after : decodeCursor<PlaceKey>(page, [...shape, 'uuid'])
}

interface FoundPerson extends Place {
  item: FoundItem
}

/**
 * Finds friends by name. Compares names here instead of in the database, because even 10,000 friends take only a few
 * event loop turns.
 */
async function findPeople(
  db: Db,
  actor: Actor,
  words: readonly SearchWord[],
  after: PlaceKey | undefined,
): Promise<FoundPerson[]> {
  const { items } = await friendStore(db).listFriends(actor.id, {})
  const ranked = await mapInTurns(items, (friend): FoundPerson | undefined => {
    const rank = rankOf(searchText(friend.display_name, []), words)
    if (rank === undefined) return undefined
    const { user_id: id, since } = friend
    const item = { ...PERSON, id, owner_id: id, title: friend.display_name, created_at: since }
    return { rank, newest: -since, kind: 'person', id, item }
  })
  const found = ranked.filter(each => each !== undefined)
  return after ? found.filter(each => byPlace(each, placeOf(after)) > 0) : found
}

const PERSON = {
  texts: [],
  status: null,
  start: null,
  end: null,
  is_series: false,
  tag_ids: [],
}

/** Adds the data that results show, with one or two queries per kind. Omits items that no longer exist. */
async function withItems(
  db: Db,
  places: readonly Place[],
  people: readonly FoundPerson[],
  words: readonly SearchWord[],
): Promise<Hit[]> {
  const items = new Map<string, FoundItem>(people.map(({ id, item }) => [nameOf('person', id), item]))
  for (const [kind, some] of Map.groupBy(places, place => place.kind)) {
    if (kind === 'person') continue
    const ids = some.map(place => place.id)
    for (const item of await readItems(db, kind satisfies ItemKind, ids))
      items.set(nameOf(kind, item.id), item)
  }
  return places.flatMap(place => {
    const item = items.get(nameOf(place.kind, place.id))
    return item ? [{ ...place, item, excerpt: excerptOf(item.texts, words) }] : []
  })
}

const nameOf = (kind: SearchKind, id: string): string => `${kind} ${id}`
