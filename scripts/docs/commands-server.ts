// Runs a page's operator commands in the test process, because starting npm and a program for each command takes
// two seconds of CPU time. The commands' own tests start them as programs.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import manifest from '../../package.json' with { type: 'json' }
import { runCommandHere } from '../../server/test/support/command.ts'

/** A shell function that replaces npm. It runs only operator commands; other scripts fail. */
export const NPM = `npm() {
  [ "$1" = run ] || return 1
  shift
  [ "$1" != --silent ] || shift
  printf '%s\\0' "$@" | command curl -s --fail-with-body --data-binary @- "$COMMANDS"
}`

/**
 * Starts a server that receives a script name, `--` and its arguments, each followed by a zero byte. It runs the
 * command and responds with the output.
 */
export async function commandsServer(
  settings: Record<string, string>,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const [script = '', ...rest] = (await text(request)).split('\0').slice(0, -1)
    const args = rest[0] === '--' ? rest.slice(1) : rest
    const { code, out, err } = await runCommandHere(commandOf(script), args, settings).catch(error => ({
      code: 1,
      out: '',
      err: String(error),
    }))
    response.writeHead(code === 0 ? 200 : 500).end(code === 0 ? `${out}\n` : `${out}\n${err}\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function commandOf(script: string): string {
  const run = (manifest.scripts as Record<string, string>)[script] ?? ''
  const name = /^node server\/src\/commands\/([\w-]+)\.ts$/.exec(run)?.[1]
  if (name === undefined) throw new Error(`npm run ${script} is not an operator command.`)
  return name
}
