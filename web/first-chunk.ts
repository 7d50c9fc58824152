// Puts the modules that every page needs into one chunk. Otherwise the browser would load about thirty small files.
import { join } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const ENTRY = join(import.meta.dirname, 'src/main.tsx')

/** Leaves out modules that are imported on demand, such as pages. */
function modulesOfEntry(graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([ENTRY])
  // The loop also visits ids that it adds to the set.
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

let first: ReadonlySet<string> | undefined

/** Belongs in `codeSplitting.groups` of the bundler options. */
export const firstChunk = {
  debugName: 'first chunk',
  name(id: string, graph: ModuleGraph): string | null {
    first ??= modulesOfEntry(graph)
    return first.has(id) ? 'app' : null
  },
}
