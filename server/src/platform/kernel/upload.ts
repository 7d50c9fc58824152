import type { FileHandle } from 'node:fs/promises'

/** An uploaded file. It closes when nobody retains it. */
export class Upload {
  readonly handle: FileHandle
  /** The position of the file, which may be a part of a form. */
  readonly start: number
  readonly size: number
  #holders = 1

  constructor(handle: FileHandle, start: number, size: number) {
    this.handle = handle
    this.start = start
    this.size = size
  }

  retain(): void {
    this.#holders++
  }

  release(): void {
    if (--this.#holders === 0) void this.handle.close().catch(() => {})
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size; at += CHUNK_BYTES) yield await this.read(at, CHUNK_BYTES)
  }

  async read(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - at)))
    const { bytesRead } = await this.handle.read(bytes, 0, bytes.length, this.start + at)
    return bytes.subarray(0, bytesRead)
  }

  /** The same file, without what surrounds it in a form. Replaces this object. */
  part(start: number, size: number): Upload {
    return new Upload(this.handle, this.start + start, size)
  }
}

const CHUNK_BYTES = 256 * 1024
