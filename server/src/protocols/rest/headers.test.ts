import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/app.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

const PATHS = ['/', '/v1/tags', '/docs', '/health', '/nowhere']

async function headersWith(publicUrl: string): Promise<(string | null)[][]> {
  const server = await startTestApp(await openFreshSqlite(), { PUBLIC_URL: publicUrl })
  try {
    const answers = await Promise.all(PATHS.map(path => server.fetch(path)))
    return answers.map(({ headers }) => [
      headers.get('strict-transport-security'),
      headers.get('cross-origin-opener-policy'),
    ])
  } finally {
    await server.close()
  }
}

test('with an https PUBLIC_URL every answer insists on HTTPS and isolates the window', async () => {
  for (const headers of await headersWith('https://daymark.example'))
    assert.deepEqual(headers, ['max-age=31536000', 'same-origin'])
})

test('with an http PUBLIC_URL neither is sent', async () => {
  for (const headers of await headersWith('http://daymark.example')) assert.deepEqual(headers, [null, null])
})
