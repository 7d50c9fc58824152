// Tests copy migrated databases with these names. A name changes with the migrations.
import { createHash } from 'node:crypto'
import type { Dialect } from '../../src/platform/storage/dialect.ts'
import { migrations } from '../../src/platform/storage/migrations/list.ts'

export function templateName({ name, types }: Dialect): string {
  const steps = migrations.map(step => [step.name, ...step.statements(types, name)])
  return `template_${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`
}
