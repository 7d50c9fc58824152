#!/usr/bin/env node
import 'temporal-polyfill/global'
import manifest from '../package.json' with { type: 'json' }
import { EXIT_CODES } from './failure.ts'
import { run } from './run.ts'

// A reader such as `head` may close the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', error => {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
    // Reports other errors, such as a full disk. If writing to standard error fails too, only the exit code reports the
    // error.
    if (stream === process.stdout) process.stderr.write(`✗ ${error.message}\n`)
    process.exit(EXIT_CODES.failed)
  })

const { env, stdout, stderr } = process
const code = await run(process.argv.slice(2), { env, stdout, stderr, version: manifest.version })
// Exits once all output is written, even if connections are still closing.
stdout.write('', () => stderr.write('', () => process.exit(code)))
