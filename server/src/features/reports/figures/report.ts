// Types of the figures of reports, before they are written as JSON or CSV.
import type { Window } from '@daymark/recurrence/occurrence'
import type { Slices } from '../counting/slices.ts'
import type { Tally } from '../counting/tally.ts'
import type { GroupShares } from './goals.ts'

export interface RowLabel {
  key: string
  title: string
  color: string | null
}

export interface TimeFigures {
  window: Window
  slices: Slices
  tally: Tally
  /** The rows in the order in which they are shown. */
  labels: readonly RowLabel[]
}

interface Named {
  id: string
  name: string
  color: string
}

export interface GroupGoal {
  group: Named
  tags: readonly Named[]
  shares: GroupShares
}
