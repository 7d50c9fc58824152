// A tool is a task for an assistant, composed of REST operations.
import type Type from 'typebox'
import type { Preferences } from '../../features/preferences/preferences.ts'
import type { Position } from '../../platform/kernel/cause.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Needs } from '../rest/requests/json-handler.ts'
import { needsOfOperation, type OperationName, type Operations } from './operations.ts'
import type { TimerCommands } from './timer-commands.ts'

export interface ToolContext {
  session: Session
  /** The output's time zone: the call's `timezone`, the person's preference, or UTC. */
  zone: Zone
  now: number
  preferences: Preferences
  api: Operations
  timers: TimerCommands
  /** This assistant's name in the change log. */
  source: string
  /** Where this call has got to in the person's log. */
  position: Position
}

export interface ToolResult<T> {
  data: T
  /** The same content for clients that show only text. */
  text: string
}

interface ToolHints {
  /** True if repeating the call with the same input has no further effect. */
  idempotent?: boolean
  /** True if the tool can remove or overwrite something. */
  destructive?: boolean
}

export interface Tool<I extends Type.TObject = Type.TObject, O extends Type.TObject = Type.TObject> {
  name: string
  title: string
  description: string
  access: 'read' | 'write'
  /** A token without the scopes for all of these operations does not see the tool. */
  uses: readonly ToolOperation[]
  hints?: ToolHints
  input: I
  output: O
  run(context: ToolContext, input: Type.Static<I>): Promise<ToolResult<Type.Static<O>>>
}

/** Timers are started and controlled over the socket, so these two operations have no route. */
export type ToolOperation = OperationName | 'timers.start' | 'timers.control'

/**
 * Lets the compiler check a tool against its schemas, and erases the specific types so that all tools fit into one
 * list.
 */
export const tool = <I extends Type.TObject, O extends Type.TObject>(definition: Tool<I, O>): Tool =>
  definition as unknown as Tool

export const needsOfTool = ({ uses }: Tool): Needs[] =>
  uses.map(name =>
    name === 'timers.start' || name === 'timers.control'
      ? { area: 'timers', access: 'write' }
      : needsOfOperation(name),
  )
