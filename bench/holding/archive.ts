// Writes an archive of many todos to a file: node bench/holding/archive.ts <file> <todos> <characters> [levels]
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { largeArchive } from '../../server/test/support/large-archive.ts'

const [file = 'archive.zip', ...numbers] = process.argv.slice(2)
const [todos = 99_000, chars = 0, levels = 1] = numbers.map(Number)
await pipeline(largeArchive({ todos, chars, levels }), createWriteStream(file))
