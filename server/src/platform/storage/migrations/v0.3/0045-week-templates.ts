import type { Migration } from '../../schema/migration.ts'

export const weekTemplates: Migration = {
  name: '0045-week-templates',
  statements: t => [`alter table preferences add column week_templates ${t.text}`],
}
