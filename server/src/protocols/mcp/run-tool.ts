// Checks scopes and input, records a write as one batch in the change log, and rolls back a dry run.
import { allows } from '@daymark/contract/accounts/scopes'
import { checker } from '@daymark/contract/validation/validate'
import type Type from 'typebox'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx, UseCase } from '../../platform/changes/request-tx.ts'
import { write } from '../../platform/changes/write.ts'
import { newCause, type Position } from '../../platform/kernel/cause.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { needsOfTool, type Tool, type ToolContext, type ToolResult } from './tool.ts'

/** True if the token has the scopes for all operations that the tool uses. */
export const isOffered = (tool: Tool, { scopes }: Session): boolean =>
  scopes === undefined || needsOfTool(tool).every(({ area, access }) => allows(scopes, area, access))

type Data = Record<string, unknown>

export interface Running {
  storage: RecordedStorage
  /** The calling assistant, and where its call has got to in the person's log. */
  session: Session
  source: string
  position: Position
  /** Returns the context of the tool, whose operations run in this transaction if it has one. */
  contextIn(tx?: RequestTx): ToolContext
}

export async function runTool(running: Running, tool: Tool, input: Data): Promise<ToolResult<Data>> {
  const { storage, session, source, position, contextIn } = running
  const run = (tx?: RequestTx) => tool.run(contextIn(tx), input) as Promise<ToolResult<Data>>
  if (tool.access === 'read') return run()
  const parts = { actor_id: session.actor.id, position }
  // The undo tool writes its own batch for each undone batch, and implements dry runs itself.
  if (!('undo_id' in tool.output.properties)) return run()
  const isDry = input['dry_run'] === true
  const cause = newCause({ ...parts, via: 'mcp', token_name: source })
  const inTransaction = (work: UseCase<Data, ToolResult<Data>>) =>
    write(storage, { actor: session.actor, cause }, { run: work }, input)
  const { data, text } = await (isDry ? rolledBack(inTransaction, run) : inTransaction(run))
  // A write that changes nothing creates no batch.
  const undone = isDry || cause.versions.size === 0 ? {} : { undo_id: cause.batch_id }
  return {
    data: { ...data, dry_run: isDry, ...undone },
    text: isDry ? `${DRY}\n${text}` : `${text}\n${undoHint(undone.undo_id)}`,
  }
}

const DRY = 'Dry run: nothing was saved, and ids of new items are not valid. Without dry_run this would be:'

const undoHint = (undoId: string | undefined): string =>
  undoId === undefined ? 'Nothing changed.' : `To undo this: undo_changes with undo_ids ["${undoId}"].`

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRun extends Error {
  readonly result: ToolResult<Data>
  constructor(result: ToolResult<Data>) {
    super('dry run')
    this.result = result
  }
}

async function rolledBack(
  inTransaction: (work: UseCase<Data, ToolResult<Data>>) => Promise<ToolResult<Data>>,
  run: (tx: RequestTx) => Promise<ToolResult<Data>>,
): Promise<ToolResult<Data>> {
  try {
    return await inTransaction(async tx => {
      throw new DryRun(await run(tx))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result
    throw error
  }
}

/** Returns the input unchanged, because the operations decode it. Throws a problem that names every invalid field. */
export function checkedInput(tool: Tool, given: unknown): Data {
  const input = given ?? {}
  const outcome = checker(tool.input as Type.TSchema)(input)
  if (outcome.ok) return input as Data
  const fields = outcome.errors.map(({ path, message }) => `${path || 'The input'} ${message}`)
  throw new Problem('invalid', `${fields.join('; ')}. Correct the input and call ${tool.name} again.`)
}
