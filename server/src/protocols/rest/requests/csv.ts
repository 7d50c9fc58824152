// Responses that are files: detects whether a request wants CSV, and writes tables, lists and archives.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BYTE_ORDER_MARK, type Cell, type CsvTable, csvLine } from '../../../platform/kernel/csv.ts'
import { invalid } from '../../../platform/kernel/errors.ts'
import type { Page, PageRequest } from '../../../platform/kernel/page.ts'
import type { FileAnswer } from '../../../platform/kernel/route-handlers.ts'
import { readPage } from './read-page.ts'

/** True if the `format` parameter asks for CSV or, without the parameter, the `Accept` header does. */
export function wantsCsv(request: FastifyRequest, search: URLSearchParams): boolean {
  const format = search.getAll('format').at(-1)
  if (format === 'csv' || format === 'json') return format === 'csv'
  if (format !== undefined) throw invalid('format', 'must be json or csv')
  return prefersCsv(request.headers.accept ?? '')
}

/** True if `Accept` names CSV and prefers it to JSON. If both have the same weight, the first one wins. */
export function prefersCsv(accept: string): boolean {
  const types = accept.split(',').map(each => {
    const [type = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase())
    const weight = parameters.find(part => part.startsWith('q='))?.slice(2)
    return { type, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const csv = types.findIndex(({ type, weight }) => type === 'text/csv' && weight > 0)
  if (csv < 0) return false
  const json = types.findIndex(({ type }) => type === 'application/json')
  const difference = (types[csv]?.weight ?? 0) - (types[json]?.weight ?? 0)
  return difference > 0 || (difference === 0 && csv < json)
}

export function sendTable(reply: FastifyReply, { name, header, rows }: CsvTable): string {
  announce(reply, name)
  let text = BYTE_ORDER_MARK + csvLine(header)
  for (const row of rows) text += csvLine(row)
  return text
}

interface List {
  name: string
  header: readonly string[]
  read(batch: PageRequest): Promise<Page<readonly Cell[]>>
}

/** The number of rows per page. The next page is read once the client has received almost all of the current one. */
const PAGE = 1_000

/**
 * Sends all pages from the cursor on. Reads the first page before it sends headers, so that an error can still set the
 * status code.
 */
export async function streamList(
  reply: FastifyReply,
  from: string | undefined,
  list: List,
): Promise<Readable> {
  const page = (cursor: string | undefined) =>
    readPage({ limit: PAGE, ...(cursor !== undefined && { cursor }) }, list.read)
  const first = await page(from)
  announce(reply, list.name)
  async function* lines() {
    let { items, next } = first
    yield BYTE_ORDER_MARK + csvLine(list.header) + items.map(csvLine).join('')
    while (next !== undefined) {
      ;({ items, next } = await page(next))
      if (items.length > 0) yield items.map(csvLine).join('')
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/**
 * Sets the headers of a file and returns its content. The stream reads only as fast as the client, so that it needs
 * little memory.
 */
export function streamFile(reply: FastifyReply, type: string, { name, content }: FileAnswer): Readable {
  const withCharset = type.startsWith('text/') ? `${type}; charset=utf-8` : type
  reply.type(withCharset).header('content-disposition', attachment(name))
  return content
}

/**
 * Returns the `Content-Disposition` header. Old programs read the plain name, all others the encoded one (RFC 6266).
 */
export function attachment(name: string): string {
  const end = name.lastIndexOf('.')
  const plain =
    name
      .slice(0, end)
      .replace(/[^\w -]/g, '')
      .trim() || 'calendar'
  const quoted = `attachment; filename="${plain}${name.slice(end)}"`
  if (`${plain}${name.slice(end)}` === name) return quoted
  const encoded = encodeURIComponent(name).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
  return `${quoted}; filename*=UTF-8''${encoded}`
}

function announce(reply: FastifyReply, name: string): void {
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
}

/** Appends to the `Vary` header, because CORS may have set it to `Origin`. */
export function varyByAccept(reply: FastifyReply): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? 'Accept' : `${others}, Accept`)
}
