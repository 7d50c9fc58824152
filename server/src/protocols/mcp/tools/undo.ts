import type { HistoryItem } from '@daymark/contract/history'
import Type from 'typebox'
import { notFound, Problem, rejected } from '../../../platform/kernel/errors.ts'
import { Id, plural, When, writeInput } from '../inputs.ts'
import { quoted } from '../items.ts'
import { StillRunning } from '../operations.ts'
import { type ToolContext, tool } from '../tool.ts'

const MOST = 500

const Undone = Type.Object({
  undo_id: Type.String(),
  at: Type.String(),
  summary: Type.String(),
  error: Type.Optional(Type.String()),
})

export const undoChanges = tool({
  name: 'undo_changes',
  title: 'Undo your changes',
  description:
    'Undo what you did, by undo_ids of earlier answers or with `all` (optionally `since`), newest first. Only changes of this assistant. With dry_run: list what would be undone. Items edited since stay and are listed in failed.',
  access: 'write',
  hints: { destructive: true },
  uses: ['history.list', 'history.undo'],
  input: writeInput({
    undo_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST })),
    all: Type.Optional(Type.Boolean()),
    since: Type.Optional(When),
  }),
  output: Type.Object({
    undone: Type.Array(Undone),
    failed: Type.Array(Undone),
    dry_run: Type.Boolean(),
  }),
  async run(context, { undo_ids, all = false, since, dry_run = false }) {
    if ((undo_ids === undefined) === !all) throw rejected('Give either undo_ids or all: true.')
    const chosen = await choose(context, undo_ids, since)
    const undone: Type.Static<typeof Undone>[] = []
    const failed: typeof undone = []
    for (const { batch_id, at, summary } of chosen) {
      const entry = { undo_id: batch_id, at, summary }
      const error = dry_run ? undefined : await undo(context, batch_id)
      if (error === undefined) undone.push(entry)
      else failed.push({ ...entry, error })
    }
    const lines = [
      `${dry_run ? 'Would undo' : 'Undid'} ${plural(undone.length, 'change')}.`,
      ...undone.map(each => `- ${each.at}: ${quoted(each.summary)} (${each.undo_id})`),
      ...failed.map(each => `- Not undone: ${quoted(each.summary)} (${each.undo_id}): ${each.error}`),
    ]
    return { data: { undone, failed, dry_run }, text: lines.join('\n') }
  },
})

/**
 * Returns this assistant's undoable changes, newest first, or those in `ids`. Throws if one of the ids is not among
 * them.
 */
async function choose(
  { api, source }: ToolContext,
  ids: readonly string[] | undefined,
  since: string | undefined,
): Promise<HistoryItem[]> {
  const query = { via: 'mcp', limit: MOST, ...(since !== undefined && { start_date: since }) } as const
  const items = await api.history.list({ query })
  const own = items.filter(({ token_name, undoable }) => token_name === source && undoable)
  if (!ids) return own
  const wanted = new Set(ids.map(id => id.toLowerCase()))
  const found = own.filter(({ batch_id }) => wanted.delete(batch_id))
  const [missing] = wanted
  if (missing !== undefined)
    throw notFound(
      `${missing} is not a change of this assistant that can be undone: it may be undone already. Nothing was undone.`,
    )
  return found
}

async function undo({ api }: ToolContext, batch_id: string): Promise<string | undefined> {
  try {
    await api.history.undo({ params: { batch_id } })
    return undefined
  } catch (error) {
    // The undo goes on, so it counts as done.
    if (error instanceof StillRunning) return undefined
    if (error instanceof Problem && error.kind === 'conflict') return error.message
    throw error
  }
}
