// Extracts code blocks from the documentation, and lists the blocks that tests do not run.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Block {
  file: string
  line: number
  language: string
  text: string
}

export const pages = (): string[] =>
  globSync(['*.md', 'docs/**/*.md', '{client,cli}/README.md'], { cwd: ROOT }).toSorted()

/** Allows indentation, for blocks inside list items. */
const FENCE = /^ *```(\w*)\n(.*?)^ *```$/gms

export function blocksOf(file: string): Block[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(FENCE)].map(({ 1: language = '', 2: body = '', index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language,
    text: body,
  }))
}

/** Tests run blocks in these languages, in page order. */
export const RUN = ['sh', 'ts', 'js']
/** Tests check blocks in these languages, but do not run them. */
export const READ = ['ini', 'json', 'text', 'python', 'go']

/** Blocks that tests do not run, with the reason. The text must match exactly. */
export const EXCEPTIONS: readonly { file: string; text: string; because: string }[] = [
  { file: 'README.md', text: 'npm ci && npm start', because: 'this test starts the same program itself' },
  { file: 'README.md', text: 'npm ci && npm run dev', because: 'scripts/dev.test.ts starts it' },
  { file: 'README.md', text: 'npm ci && npm test', because: 'this test is part of it' },
  {
    file: 'docs/guides/first-steps.md',
    text: 'npm ci && npm start',
    because: 'this test starts the same program itself',
  },
  {
    file: 'docs/guides/backups.md',
    text: `pg_dump --format=custom --file=daymark.dump "$DATABASE_URL"
createdb --owner=daymark restored
pg_restore --no-owner --exit-on-error --dbname=postgres://daymark:…@host/restored daymark.dump`,
    because: 'needs PostgreSQL tools',
  },
  {
    file: 'client/README.md',
    text: 'npm install @daymark/client',
    because: 'client/test/pack.test.ts installs the packed SDK',
  },
]

export const isException = ({ file, text }: Block): boolean =>
  EXCEPTIONS.some(each => each.file === file && each.text === text.trim())

/** The expected output of each page's examples. */
export const PRINTED: Record<string, RegExp> = {
  'docs/guides/administration.md': /has the role admin[\s\S]*active\s+admin/,
  'client/README.md': /must have 1 to 255 characters[\s\S]*live[\s\S]*Small/,
  'docs/guides/backups.md': /and checked it[\s\S]*and checked it/,
  'docs/guides/changes.md':
    /copied Work[\s\S]*replayed true[\s\S]*refused 412[\s\S]*Renamed 'Report'[\s\S]*again Report/,
  'docs/guides/reminders.md': /2\s+true\s+test false\s+true/,
  'docs/guides/connect-apps.md': /"device_authorization_endpoint"[\s\S]*"issuer":"http/,
  'docs/guides/corrections.md': /9000\s+7200 \d{4}-[\s\S]*7200\s+9000/,
  'docs/guides/focus.md': /work short_break\s+RUNNING\s+short_break\s+ended/,
  'docs/guides/first-steps.md':
    /Stand-up[\s\S]*2026-03-\d\dT\d\d:\d\d:\d\d\+09:00[\s\S]*Paint the door: COMPLETED/,
  'docs/guides/offline.md':
    /at once: Move house[\s\S]*stored: \[ true, true, true \][\s\S]*child: true\s+timer: RUNNING[\s\S]*refused: POST[\s\S]*synced: 3/,
  'docs/guides/mail.md': /is verified[\s\S]*now has the address/,
  'docs/guides/realtime.md': /connected[\s\S]*timer\.sync_result[\s\S]*timer\.created/,
  'docs/guides/recurrence.md': /2026-03-09T11:00:00-04:00[\s\S]*Short stand-up/,
  'docs/guides/reports.md':
    /deep 2 1\.5[\s\S]*total 3 1\.5[\s\S]*deep: goal 0\.8, share 0\.67[\s\S]*period,start,end,key,title/,
  'docs/guides/self-hosting.md': /and checked it[\s\S]*ann@example\.org/,
  'docs/guides/troubleshooting.md': /Database/,
  'docs/guides/upgrading.md': /and checked it[\s\S]*Nothing to do/,
  'docs/guides/sharing.md': /Dinner true selected/,
  'docs/guides/webhooks.md': /tag_group\.created Work/,
}
