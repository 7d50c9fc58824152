import type { BulkItem } from '../../selection/use-bulk.ts'

interface Targets {
  ids: string[]
  occurrences: { id: string; instance_start: string }[]
}

export const bulkTargets = (items: readonly BulkItem[]): Targets => ({
  ids: items.flatMap(({ id, instance_start }) => (instance_start === undefined ? [id] : [])),
  occurrences: items.flatMap(({ id, instance_start }) =>
    instance_start === undefined ? [] : [{ id, instance_start }],
  ),
})
