// Parses CSV strictly by RFC 4180. Returns records keyed by the names in the first line.
import assert from 'node:assert/strict'

export async function readCsv(response: Response): Promise<Record<string, string>[]> {
  // `text()` would remove the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  assert.equal(text.charCodeAt(0), 0xfeff, 'the text begins with a byte order mark')
  assert.ok(text.endsWith('\r\n'))
  const [header = [], ...lines] = linesOf(text.slice(1))
  return lines.map(cells => {
    assert.equal(cells.length, header.length)
    return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
  })
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

function linesOf(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const at = CELL.lastIndex
    const found = CELL.exec(text)
    assert.ok(found, `not CSV at ${at}: ${text.slice(at, at + 40)}`)
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    lines.push(cells)
    cells = []
  }
  return lines
}
