// Draws the ratios of a comparison's table as bars, with a mark where the target is.

const WIDTH = 640
const ROW = 30
const LEFT = 190
const UNIT = 360
const MOST = 1.15

interface Bar {
  name: string
  ratio: number
  target: number | undefined
}

function barsOf(table: string): Bar[] {
  const rows = table.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| scenario'))
  return rows.map(line => {
    const cells = line.split('|').map(cell => cell.trim())
    const target = Number(cells[9])
    return { name: cells[1] ?? '', ratio: Number(cells[8]), target: target > 0 ? target : undefined }
  })
}

const bar = ({ name, ratio, target }: Bar, at: number): string => {
  const y = 40 + at * ROW
  const length = Math.min(ratio, MOST) * UNIT
  const mark = target === undefined ? '' : `<path d="M${LEFT + target * UNIT} ${y - 3}v24" class="mark"/>`
  return `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${name}</text>
<rect x="${LEFT}" y="${y}" width="${length.toFixed(0)}" height="18" rx="3"/>${mark}
<text x="${(LEFT + length + 6).toFixed(0)}" y="${y + 13}">${ratio.toFixed(2)}</text>`
}

export function ratioPicture(table: string): string {
  const bars = barsOf(table)
  const height = 50 + bars.length * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Processor time per request as a fraction: limit / ours">
<style>text{font:13px system-ui,sans-serif;fill:#24292f}rect{fill:#4f86c6}.mark{stroke:#c62828;stroke-width:2}.one{stroke:#8c959f;stroke-dasharray:4 3}.back{fill:#fff}</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
<text x="${LEFT}" y="20">processor time per request, limit / ours; red: the target</text>
<path d="M${LEFT + UNIT} 30v${height - 36}" class="one"/>
${bars.map(bar).join('\n')}
</svg>
`
}
