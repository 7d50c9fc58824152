import type { Context } from './chip.ts'

export function defaultGroup({
  groups,
  default_group_id,
}: Pick<Context, 'groups' | 'default_group_id'>): string | undefined {
  const usual = groups.find(({ id }) => id === default_group_id)
  return (usual ?? groups.find(group => group.is_todo_group) ?? groups[0])?.id
}
