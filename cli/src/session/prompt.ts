// Asks for a line on the terminal. A secret is not shown.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export function ask(question: string, { isSecret = false } = {}): Promise<string> {
  // Discards the echo of a secret, because the terminal would show it.
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Asks only now, after `createInterface` has switched off the echo of the terminal.
  process.stderr.write(question)
  return new Promise((resolve, reject) => {
    lines.once('line', line => {
      resolve(line)
      lines.close()
      if (isSecret) process.stderr.write('\n')
    })
    lines.once('SIGINT', () => {
      lines.close()
      process.stderr.write('\n')
      process.exit(130)
    })
    lines.once('close', () => reject(new Error('The input ended.')))
  })
}

export async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  for await (const part of stream) text += part
  return text
}
