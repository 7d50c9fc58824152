// Puts the modules that every page needs into one file, because the browser would otherwise load thirty small ones.
import { join } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const ENTRY = join(import.meta.dirname, 'src/main.tsx')

/** The modules that the entry imports statically. Pages and dialogs are imported when they are shown. */
function modulesOfEntry(graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([ENTRY])
  // The set grows while it is read.
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

let first: ReadonlySet<string> | undefined

/** A group for the bundler's `codeSplitting`. */
export const firstChunk = {
  debugName: 'first chunk',
  name(id: string, graph: ModuleGraph): string | null {
    first ??= modulesOfEntry(graph)
    return first.has(id) ? 'app' : null
  },
}
