// Generates docs/guides/settings.md from the table of settings. A test fails when it is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../server/src/config/setting.ts'
import { settings } from '../server/src/config/settings.ts'

const shown = ({ fallback, shown }: Setting<unknown>): string =>
  shown ?? (fallback === '' ? 'not set' : `\`${String(fallback)}\``)

export function settingsGuide(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(
    ([name, setting]) => `| \`${name}\` | ${shown(setting)} | ${setting.meaning.replaceAll('|', '\\|')} |`,
  )
  return `# Settings

All settings are environment variables. A bad value stops the start and names every faulty variable at once;
\`npm run doctor\` checks them without starting. This page is made from the program's own table (\`npm run settings-guide\`).

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../docs/guides/settings.md'), settingsGuide())
  console.log('Wrote docs/guides/settings.md')
}
