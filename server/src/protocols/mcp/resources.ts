// Resources that a person can attach to a conversation. The content of each resource is the output of a tool.

export interface ResourceDefinition {
  uri: string
  name: string
  title: string
  description: string
  tool: string
  input: Record<string, unknown>
}

export const RESOURCES: readonly ResourceDefinition[] = [
  {
    uri: 'daymark://today',
    name: 'today',
    title: 'Today',
    description: 'Calendar, due todos and timers of today.',
    tool: 'get_overview',
    input: {},
  },
  {
    uri: 'daymark://week',
    name: 'week',
    title: 'This week',
    description: 'Calendar, due todos and timers of this week.',
    tool: 'get_overview',
    input: { period: 'week' },
  },
  {
    uri: 'daymark://report',
    name: 'report',
    title: 'Report of this week',
    description: 'Tracked and planned time of this week, by tag and day.',
    tool: 'get_report',
    input: {},
  },
]
