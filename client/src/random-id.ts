/** A random version 4 UUID. Does not use `crypto.randomUUID`, which is missing on pages over plain HTTP. */
export function randomId(): string {
  return written(crypto.getRandomValues(new Uint8Array(16)), 4)
}

/** A time-ordered version 7 UUID, in the same format as the server's ids. */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) & 0xff
  return written(bytes, 7)
}

function written(bytes: Uint8Array, version: number): string {
  const hex = Array.from(bytes, (byte, i) => {
    const marked = i === 6 ? (byte & 0x0f) | (version << 4) : i === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
