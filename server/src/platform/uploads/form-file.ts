// Finds the file in a form (multipart/form-data).
import type { Upload } from '../kernel/upload.ts'

const MAX_PARTS = 20
const MAX_HEADER_BYTES = 8_192
const HEADERS_END = '\r\n\r\n'

/** Returns the content of the first part with a file name, or of the only part. */
export async function formFile(form: Upload, boundary: string): Promise<Upload | undefined> {
  if (boundary === '') return undefined
  const mark = Buffer.from(`--${boundary}`)
  const marks = await placesOf(form, mark)
  const parts: { headers: string; start: number; size: number }[] = []
  for (const [index, at] of marks.slice(0, -1).entries()) {
    const from = at + mark.length
    const next = marks[index + 1] ?? form.size
    const head = await form.read(from, Math.min(MAX_HEADER_BYTES, next - from))
    const end = head.indexOf(HEADERS_END)
    if (end < 0) continue
    const start = from + end + HEADERS_END.length
    // The line break before the boundary belongs to the boundary.
    parts.push({ headers: head.toString('utf8', 0, end), start, size: Math.max(0, next - 2 - start) })
  }
  const file = parts.find(({ headers }) => /;\s*filename\*?=/i.test(headers))
  const chosen = file ?? (parts.length === 1 ? parts[0] : undefined)
  return chosen && form.part(chosen.start, chosen.size)
}

async function placesOf(form: Upload, mark: Buffer): Promise<number[]> {
  const places: number[] = []
  let rest = Buffer.alloc(0)
  let read = 0
  for await (const chunk of form.chunks()) {
    const text = Buffer.concat([rest, chunk])
    const first = read - rest.length
    let at = text.indexOf(mark)
    for (; at >= 0 && places.length <= MAX_PARTS; at = text.indexOf(mark, at + mark.length))
      places.push(first + at)
    read += chunk.length
    // A mark may begin in this chunk and end in the next one.
    rest = text.subarray(Math.max(0, text.length - mark.length + 1))
  }
  return places
}
