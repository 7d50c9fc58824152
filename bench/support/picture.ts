// Draws a comparison's ratios as an SVG bar chart, one group per database, with a mark at the target.

const WIDTH = 760
const ROW = 26
const HEADING = 34
const LEFT = 320
const UNIT = 340
const MOST = 1.15

interface Bar {
  name: string
  ratio: number
  target: number | undefined
}
interface Group {
  database: string
  bars: Bar[]
}

/** Parses the tables from compare.ts. The first header cell is the database name. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  for (const line of text.split('\n').filter(each => each.startsWith('| '))) {
    const cells = line.split('|').map(cell => cell.trim())
    const [, name = '', , , ratio = ''] = cells
    const target = Number(cells[8])
    if (ratio.includes('limit')) groups.push({ database: name, bars: [] })
    else groups.at(-1)?.bars.push({ name, ratio: Number(ratio), target: target > 0 ? target : undefined })
  }
  return groups
}

const bar = ({ name, ratio, target }: Bar, y: number): string => {
  const length = Math.min(ratio, MOST) * UNIT
  const mark = target === undefined ? '' : `<path d="M${LEFT + target * UNIT} ${y - 3}v22" class="mark"/>`
  return `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end">${name}</text>
<rect x="${LEFT}" y="${y}" width="${length.toFixed(0)}" height="16" rx="3"/>${mark}
<text x="${LEFT + MOST * UNIT + 8}" y="${y + 12}">${ratio.toFixed(2)}</text>`
}

export function ratioPicture(tables: string): string {
  let y = 30
  const parts = groupsOf(tables).flatMap(({ database, bars }) => {
    const heading = `<text x="12" y="${y + 20}" class="heading">${database}</text>`
    y += HEADING
    const drawn = bars.map(each => {
      y += ROW
      return bar(each, y - ROW)
    })
    return [heading, ...drawn]
  })
  const height = y + 14
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Requests per second as a fraction of the limit">
<style>text{font:13px system-ui,sans-serif;fill:#24292f}.heading{font-weight:600}rect{fill:#4f86c6}.mark{stroke:#c62828;stroke-width:2}.one{stroke:#8c959f;stroke-dasharray:4 3}.back{fill:#fff}</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
<text x="${LEFT}" y="20">requests/s, ours / limit; dashed: the limit, red: the target</text>
<path d="M${LEFT + UNIT} 30v${height - 40}" class="one"/>
${parts.join('\n')}
</svg>
`
}
