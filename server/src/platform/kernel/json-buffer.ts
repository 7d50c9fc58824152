// Collects JSON text for a response. Most of it is kept as bytes outside the heap, because several large responses may
// be in progress at the same time.

/** Characters that are collected before they become bytes. A shorter text stays a string. */
const CHUNK = 65_536

export class JsonBuffer {
  readonly #chunks: Buffer[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length < CHUNK) return
    this.#chunks.push(Buffer.from(this.#text))
    this.#text = ''
  }

  end(): string | Buffer {
    if (this.#chunks.length === 0) return this.#text
    return Buffer.concat([...this.#chunks, Buffer.from(this.#text)])
  }
}
