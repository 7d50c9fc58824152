// Bytes that are read where they are needed, so that a file larger than the memory can be read.
import { readSync } from 'node:fs'

export interface ByteSource {
  readonly size: number
  /** Returns fewer bytes at the end. */
  read(at: number, length: number): Buffer
}

export function fileSource(fd: number, start: number, size: number): ByteSource {
  return {
    size,
    read(at, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
      let filled = 0
      while (filled < bytes.length) {
        const count = readSync(fd, bytes, filled, bytes.length - filled, start + at + filled)
        if (count === 0) break
        filled += count
      }
      return bytes.subarray(0, filled)
    },
  }
}

export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
})

const CHUNK_BYTES = 256 * 1024

export function* chunksOf(source: ByteSource): Generator<Buffer> {
  for (let at = 0; at < source.size; at += CHUNK_BYTES) yield source.read(at, CHUNK_BYTES)
}
