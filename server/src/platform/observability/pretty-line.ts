// Formats a JSON log line for people: the time, level and message, then the other fields and the stack.

/** Fields that are printed separately, or that are the same on every line of a process. */
const HIDDEN = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'err'])
const COLORS: Record<string, number> = { trace: 90, debug: 90, info: 36, warn: 33, error: 31, fatal: 31 }
const DIM = 2

export function prettyLine(json: string, isColored: boolean): string {
  const line = JSON.parse(json) as Record<string, unknown>
  const paint = (text: string, code: number) => (isColored && text ? `\u001b[${code}m${text}\u001b[0m` : text)
  const level = String(line['level'])
  const fields = Object.entries(line)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
  const parts = [
    paint(localTime(String(line['time'])), DIM),
    paint(level.toUpperCase().padEnd(5), COLORS[level] ?? DIM),
    safe(String(line['msg'] ?? '')),
    paint(fields, DIM),
  ]
  return `${parts.filter(Boolean).join(' ')}\n${stackOf(line['err'])}`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[^\s"=]+$/.test(text) ? safe(text) : JSON.stringify(text)
}

/** Clients choose some of the values, so these must not inject control characters into the terminal. */
const safe = (text: string): string =>
  text.replace(/\p{Cc}/gu, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

function stackOf(error: unknown): string {
  const { stack, message } = (error ?? {}) as { stack?: string; message?: string }
  const text = stack ?? message
  if (text === undefined) return ''
  return text
    .split('\n')
    .map(each => `    ${safe(each.trim())}\n`)
    .join('')
}

/** Formats the time in the machine's time zone, such as `09:30:00.123`. */
function localTime(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`
}
