// Items with the same tags share one list, so that their rows are looked up once.

export class TagLists {
  readonly #known = new Map<string, readonly string[]>([['', []]])

  /** Each text contains comma-separated tag ids. */
  ofTexts(texts: readonly string[]): (readonly string[])[] {
    return texts.map(text => this.ofText(text))
  }

  ofText(text: string): readonly string[] {
    const list = this.#known.get(text) ?? text.split(',')
    this.#known.set(text, list)
    return list
  }
}
