// Records the SQL text, which contains no values, and never the parameters.
import { type Tracing, within } from '../kernel/trace.ts'
import type { Execute } from './statements/execute.ts'
import type { Storage } from './unit-of-work.ts'

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' }

/** For `StorageOptions.around`. Statements outside a span, such as migrations, are not traced. */
export const tracedStatements =
  (tracing: Tracing) =>
  (execute: Execute): Execute =>
  (text, parameters) => {
    if (!tracing.current()) return execute(text, parameters)
    const [operation = ''] = /^\s*\w+/.exec(text) ?? []
    const span = tracing.begin('client', operation.trim().toLowerCase(), { 'db.query.text': text })
    return within(span, () => execute(text, parameters))
  }

export function tracedStorage(storage: Storage, tracing: Tracing): Storage {
  const attributes = { 'db.system.name': SYSTEMS[storage.dialect.name] }
  const reading =
    (name: 'read' | 'snapshot'): Storage['read'] =>
    work => {
      const span = tracing.begin('internal', name, attributes)
      return within(span, () => storage[name](db => span.run(() => work(db))))
    }
  return {
    ...storage,
    read: reading('read'),
    snapshot: reading('snapshot'),
    // A batch runs the work of several requests, so each one re-enters its own span.
    write(keys, work) {
      const span = tracing.begin('internal', 'write', attributes)
      return within(span, () => storage.write(keys, tx => span.run(() => work(tx))))
    },
  }
}
