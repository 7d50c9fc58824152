// Updates the changelog for a release: moves the unreleased entries to the section of the new version.

const UNRELEASED = '## [Unreleased]'

/** The text between the unreleased heading and the next section; may be empty. */
export function unreleased(changelog: string): string {
  const start = changelog.indexOf(`${UNRELEASED}\n`)
  if (start === -1) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}".`)
  const rest = changelog.slice(start + UNRELEASED.length)
  const end = rest.indexOf('\n## ')
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}

export function released(changelog: string, version: string, date: string): string {
  return changelog.replace(`${UNRELEASED}\n`, () => `${UNRELEASED}\n\n## [${version}] - ${date}\n`)
}
