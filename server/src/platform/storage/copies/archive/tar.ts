// The subset of the tar format (ustar) that backups need. Operators can also unpack them with `tar`.

export interface TarEntry {
  name: string
  bytes: number
}

export const BLOCK = 512
const SIZE_AT = 124
const SIZE_LENGTH = 12
const CHECKSUM_AT = 148
const LARGEST_OCTAL = 8 ** 11

export function tarHeader({ name, bytes }: TarEntry, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  header.write(name, 0, 100, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  if (bytes < LARGEST_OCTAL) octal(bytes, SIZE_AT, SIZE_LENGTH)
  else {
    // GNU's encoding for files of 8 GiB or more: the first bit is set, and the rest is binary.
    header.writeUInt8(0x80, SIZE_AT)
    header.writeBigUInt64BE(BigInt(bytes), SIZE_AT + SIZE_LENGTH - 8)
  }
  octal(Math.floor(modifiedAt / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\u0000 `, CHECKSUM_AT, 'latin1')
  return header
}

/** Returns undefined for an empty block, which ends the archive. Throws if the block is not a header. */
export function parseTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every(byte => byte === 0)) return undefined
  const expected = Number.parseInt(header.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + 6), 8)
  if (expected !== checksumOf(header)) throw new Error('a header of the archive is damaged')
  const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  const bytes =
    header[SIZE_AT] === 0x80
      ? Number(header.readBigUInt64BE(SIZE_AT + SIZE_LENGTH - 8))
      : Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_LENGTH - 1), 8)
  return { name, bytes }
}

/** Returns the zeros between a file's end and the next block. */
export const paddingOf = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/** The checksum field itself counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += byte
  return sum
}
