// Runs the official MCP conformance suite against the server, and prints each scenario's result.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../scripts/services/free-port.ts'
import { startTestApp } from '../server/test/support/app.ts'
import { openFreshSqlite } from '../server/test/support/sqlite.ts'

const SUITE = '@modelcontextprotocol/conformance@0.1.16'
const run = promisify(execFile)

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Starts a proxy that adds a token to each request, because the suite cannot sign in. */
async function withToken(port: number, target: string, token: string): Promise<{ close(): void }> {
  const { hostname, port: targetPort } = new URL(target)
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    const upstream = request(
      { hostname, port: targetPort, path: asked.url, method: asked.method, headers },
      response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      },
    )
    upstream.on('error', () => answer.destroy())
    asked.pipe(upstream)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { close: () => server.closeAllConnections() }
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const app = await startTestApp(await openFreshSqlite(), { PUBLIC_URL: url }, { watched: false })
const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
const proxy = await withToken(port, address, await app.issuer.token({ sub: 'ann', name: 'Ann' }))
const folder = mkdtempSync(join(tmpdir(), 'daymark-conformance-'))
try {
  const args = ['exec', '--yes', `--package=${SUITE}`, '--', 'conformance', 'server', '--suite', 'all']
  await run('npm', [...args, '--url', `${url}/mcp`, '--output-dir', folder]).catch(error => error)
  console.log('| scenario | result | why |\n|---|---|---|')
  for (const name of readdirSync(folder).toSorted()) {
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    const why = failed
      .map(({ errorMessage = '' }) => errorMessage.replaceAll(/\s+/g, ' ').slice(0, 160))
      .join('; ')
    console.log(
      `| ${scenario} | ${failed.length === 0 ? 'passed' : `${failed.length} of ${failed.length + passed} failed`} | ${why} |`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  proxy.close()
  await app.close()
}
process.exit()
