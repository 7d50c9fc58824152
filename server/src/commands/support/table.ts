export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map(row => row.map(printable))
  const widths = head.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names are untrusted input and must not inject control characters into the terminal. */
const printable = (cell: string): string => cell.replace(/\p{C}/gu, '?')
