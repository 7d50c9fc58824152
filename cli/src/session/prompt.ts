// Reads a line from the terminal. Does not echo secrets.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export function ask(question: string, { isSecret = false } = {}): Promise<string> {
  // `readline` writes every typed character to `output`. For a secret, these characters are discarded.
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Asks only after `createInterface` has turned off the terminal's own echo, which would show a secret.
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
