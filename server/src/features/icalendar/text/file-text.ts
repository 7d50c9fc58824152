export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  // Old programs write files in windows-1252.
  return utf8Text(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

/**
 * Decodes UTF-8, even if lines are folded inside a character (RFC 5545, 3.1). Returns undefined for other encodings.
 */
export const utf8Text = (bytes: Uint8Array): string | undefined =>
  decoded(bytes) ?? decoded(withWholeCharacters(bytes))

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80

/** Moves each fold that splits a character to the place before that character. */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  const moved = Uint8Array.from(bytes)
  for (let at = moved.indexOf(LF); at >= 0; at = moved.indexOf(LF, at + 1)) {
    const space = moved[at + 1]
    if ((space !== SPACE && space !== TAB) || !isContinuation(moved[at + 2])) continue
    const fold = moved[at - 1] === CR ? at - 1 : at
    let start = fold - 1
    while (start > fold - 3 && isContinuation(moved[start])) start--
    if (start < 0) continue
    const character = moved.slice(start, fold)
    moved.copyWithin(start, fold, at + 2)
    moved.set(character, at + 2 - character.length)
  }
  return moved
}
