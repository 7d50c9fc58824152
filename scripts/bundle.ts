// Bundles a program for a web page without minifying it, for tests.
import { build } from 'vite'

export async function bundle(folder: string, entry: string): Promise<string> {
  const output = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  return [output]
    .flat()
    .flatMap(each => ('output' in each ? each.output : []))
    .map(each => (each.type === 'chunk' ? each.code : ''))
    .join('\n')
}
