// Decodes the text of a file in the encodings that programs export. Pure.

export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Old programs write files in this encoding.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
