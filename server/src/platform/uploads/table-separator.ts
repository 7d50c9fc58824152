const [COMMA, SEMICOLON, TAB] = [44, 59, 9]

/** Returns the separator that occurs most often at the beginning of a table, outside quotes. */
export function separatorOf(head: Buffer | string): number {
  const text = head
    .slice(0, 4_096)
    .toString()
    .replace(/"[^"]*"/g, '')
  const counts = [COMMA, SEMICOLON, TAB].map(each => text.split(String.fromCharCode(each)).length)
  return [COMMA, SEMICOLON, TAB][counts.indexOf(Math.max(...counts))] ?? COMMA
}
