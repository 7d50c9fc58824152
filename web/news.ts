export interface News {
  /**
   * The version of the newest section. For unreleased changes, the package's version and the number of news items, such
   * as `0.1.0+3`, so that each new item changes the version.
   */
  version: string
  items: { title: string; text: string }[]
}

const MOST = 12

/**
 * Reads only the newest section, and only entries with a bold title, such as `- **Todos**: ...`. Other entries are not
 * for users.
 */
export function newsIn(changelog: string, version: string): News {
  const section = /^## \[([^\]]+)\][^\n]*\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog)
  const [, name = '', body = ''] = section ?? []
  const entries = body.split(/^- /m).slice(1).map(plain)
  const items = entries.flatMap(entry => {
    const found = /^\*\*(.+?)\*\*:? ?(.*)$/.exec(entry)
    return found ? [{ title: found[1] ?? '', text: forReaders(found[2] ?? '') }] : []
  })
  const unique = [...new Map(items.toReversed().map(item => [item.title, item])).values()].toReversed()
  return {
    version: name === 'Unreleased' ? `${version}+${unique.length}` : name,
    items: unique.slice(0, MOST),
  }
}

/**
 * Turns a changelog entry into one line. Removes code and italic marks, and any heading after the entry. Keeps `**`.
 */
const plain = (entry: string): string =>
  entry
    .replace(/\n#[\s\S]*$/, '')
    .replaceAll('`', '')
    .replace(/(?<!\*)\*([^*]+)\*(?!\*)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Removes sentences about the API, commands and settings. Keeps the first sentence if none would be left. */
function forReaders(text: string): string {
  const sentences = text.match(/[^.!?]+(?:[.!?](?! |$)[^.!?]*)*[.!?]?(?: |$)/g) ?? [text]
  const kept = sentences.filter(each => !/\bAPI\b|\/v1\/|npm run|[A-Z]+_[A-Z]+/.test(each))
  const said = (kept.length > 0 ? kept : sentences.slice(0, 1)).join('').trim()
  return said.charAt(0).toUpperCase() + said.slice(1)
}
