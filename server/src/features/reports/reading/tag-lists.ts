// The tags of each timer of a page. Timers with the same tags share one list, so that their rows are looked up once.

/** A tag and the timers that have it, in any order. */
export interface TimersOfTag {
  tag_id: string
  timer_ids: readonly string[]
}

export class TagLists {
  readonly #known = new Map<string, readonly string[]>([['', []]])

  /** Returns a list for each text with tag ids that are separated by commas. */
  ofTexts(texts: readonly string[]): (readonly string[])[] {
    return texts.map(text => this.#listOf(text))
  }

  /** Returns a list for each id. Ignores links of other timers. */
  ofLinks(ids: readonly string[], links: readonly TimersOfTag[]): (readonly string[])[] {
    const places = new Map(ids.map((id, place) => [id, place]))
    const texts = Array<string>(ids.length).fill('')
    for (const { tag_id, timer_ids } of links)
      for (const id of timer_ids) {
        const place = places.get(id)
        if (place !== undefined) texts[place] = texts[place] ? `${texts[place]},${tag_id}` : tag_id
      }
    return this.ofTexts(texts)
  }

  #listOf(text: string): readonly string[] {
    const list = this.#known.get(text) ?? text.split(',')
    this.#known.set(text, list)
    return list
  }
}
