// Moves unreleased text in the changelog and the upgrade notes to the new version's section.

const UNRELEASED = '## [Unreleased]'
const UNRELEASED_NOTES = '### Unreleased'

/** The text between the unreleased heading and the next section; may be empty. */
export const unreleased = (changelog: string): string => sectionOf(changelog, UNRELEASED, 'CHANGELOG.md')

/** The steps for operators who upgrade to the next version; may be empty. */
export const upgradeNotes = (guide: string): string => sectionOf(guide, UNRELEASED_NOTES, 'upgrading.md')

function sectionOf(text: string, heading: string, file: string): string {
  const start = text.indexOf(`${heading}\n`)
  if (start === -1) throw new Error(`${file} has no heading "${heading}".`)
  const rest = text.slice(start + heading.length)
  const end = rest.search(heading.startsWith('###') ? /\n##/ : /\n## /)
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}

export function released(changelog: string, version: string, date: string): string {
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${date}\n`)
}

export function releasedNotes(guide: string, version: string): string {
  return guide.replace(`${UNRELEASED_NOTES}\n`, () => `${UNRELEASED_NOTES}\n\n### ${version}\n`)
}
