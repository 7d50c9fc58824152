// The files and helper processes of the program that runs. The bundled server reads them from one file that it opened
// when it started, so that an upgrade of its folder cannot break or mix what still runs.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Files, folderFiles, type StoredFile } from './files.ts'
import { NODE } from './node.ts'
import { LOADER, PACK_ENTRY, PACK_FD, PACKED, type Packed } from './packed.ts'

/** How to start another process of this program with `fork`. */
export interface Launch {
  readonly path: string
  readonly options: {
    readonly execPath?: string
    readonly execArgv?: string[]
    readonly stdio?: ('inherit' | 'ipc' | number)[]
    readonly env?: NodeJS.ProcessEnv
  }
}

interface Program {
  readonly files: Files
  launch(entry: 'start' | 'backup-process'): Launch
  /** The program text of the process that reads uploads. */
  parserCode(): string
}

export const program: Program = running()

function running(): Program {
  const packed = (globalThis as { [PACKED]?: Packed })[PACKED]
  return packed ? packedProgram(packed) : sources()
}

/** Must differ from the descriptors of the standard streams and the channel. */
const CHILD_FD = 4

function packedProgram({ files, fd, main }: Packed): Program {
  const textOf = (name: string) => required(files, name).read().toString()
  return {
    files,
    launch: entry => ({
      path: main,
      options: {
        execPath: NODE,
        execArgv: [...withoutCode(process.execArgv), '-e', textOf(LOADER)],
        env: { ...process.env, [PACK_FD]: String(CHILD_FD), [PACK_ENTRY]: `${entry}.js` },
        stdio: ['inherit', 'inherit', 'inherit', 'ipc', fd],
      },
    }),
    parserCode: () => textOf('upload-parser.js'),
  }
}

/** A process that was started from the packed file has the loader in its own options. */
function withoutCode(options: readonly string[]): string[] {
  const at = options.indexOf('-e')
  return options.toSpliced(at < 0 ? options.length : at, 2)
}

function sources(): Program {
  const source = join(import.meta.dirname, '../..')
  const moduleAt = (path: string) => fileURLToPath(import.meta.resolve(path))
  const launched = {
    start: () => join(source, 'main.ts'),
    'backup-process': () => moduleAt('../storage/copies/archive/backup-process.ts'),
  }
  return {
    files: folderFiles({
      '': () => join(source, 'static'),
      web: () => join(source, '../../web/dist'),
      viewer: () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    }),
    launch: entry => ({ path: launched[entry](), options: {} }),
    parserCode: () => `await import(${JSON.stringify(import.meta.resolve('../../upload-parser.ts'))})`,
  }
}

export function required(files: Files, name: string): StoredFile {
  const file = files.find(name)
  if (!file) throw new Error(`The program lacks its file ${name}.`)
  return file
}
