// Assistants see the tools in this order.
import { type Area, QUICK_AREAS, type Scope, scopeOf } from '@daymark/contract/accounts/scopes'
import { needsOfTool, type Tool } from '../tool.ts'
import { confirmMeeting, createMeeting, listMeetings } from './meetings.ts'
import { findItems, getOverview, listTags } from './overview.ts'
import { findFreeTime, moveItems, planTodos } from './planning.ts'
import { getReport } from './report.ts'
import { correctTime, startTimer, stopTimer } from './timers.ts'
import { captureTodos, completeTodos } from './todos.ts'
import { undoChanges } from './undo.ts'

export const TOOLS: readonly Tool[] = [
  getOverview,
  findItems,
  listTags,
  findFreeTime,
  getReport,
  listMeetings,
  captureTodos,
  planTodos,
  moveItems,
  completeTodos,
  startTimer,
  stopTimer,
  correctTime,
  createMeeting,
  confirmMeeting,
  undoChanges,
]

/** The scopes that all tools together need. */
export const TOOL_SCOPES: readonly Scope[] = [
  ...new Set(
    TOOLS.flatMap(needsOfTool).flatMap(({ area, access }) =>
      // Quick add needs the scope of the item that it creates.
      (area === 'quickAdd' ? QUICK_AREAS : [area as Area]).flatMap(each => scopeOf(each, access) ?? []),
    ),
  ),
].sort()
