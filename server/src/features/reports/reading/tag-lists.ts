// The tags of each timer of a page. Timers with the same tags share one list, so that their rows are looked up once.

const NONE: readonly string[] = []

/** Links of timers to tags in any order, as columns. */
export interface TagLinks {
  timer_ids: readonly string[]
  tag_ids: readonly string[]
}

export class TagLists {
  /** The lists that are one tag longer than another list. */
  readonly #longer = new Map<readonly string[], Map<string, readonly string[]>>()

  /** Returns a list for each id. Fastest if the links are in the order of the ids. */
  of(ids: readonly string[], { timer_ids, tag_ids }: TagLinks): (readonly string[])[] {
    const lists = Array<readonly string[]>(ids.length).fill(NONE)
    const placeOf = placesOf(ids)
    for (let at = 0; at < timer_ids.length; at++) {
      const place = placeOf(timer_ids[at] ?? '')
      if (place !== undefined) lists[place] = this.#with(lists[place] ?? NONE, tag_ids[at] ?? '')
    }
    return lists
  }

  #with(list: readonly string[], tag: string): readonly string[] {
    const known = this.#longer.get(list)?.get(tag)
    if (known) return known
    const found = [...list, tag]
    const longer = this.#longer.get(list) ?? new Map<string, readonly string[]>()
    this.#longer.set(list, longer.set(tag, found))
    return found
  }
}

/** Searches onward from the last place, and uses a map only when that fails. */
function placesOf(ids: readonly string[]): (id: string) => number | undefined {
  let place = 0
  let places: Map<string, number> | undefined
  return id => {
    while (place < ids.length && ids[place] !== id) place++
    if (place < ids.length) return place
    places ??= new Map(ids.map((each, index) => [each, index]))
    return places.get(id)
  }
}
