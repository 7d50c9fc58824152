import { useTexts } from '../../session/language.tsx'
import { BackLink } from '../back-link.tsx'
import { Devices } from '../devices/devices.tsx'
import { ImportPanel } from '../move/import-panel.tsx'
import { PageLink } from '../panels/page-link.tsx'
import { calendarsTexts } from './calendars-texts.ts'
import { FeedsPanel } from './feeds-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

export const CALENDARS_PATH = '/settings/calendars'

export function CalendarsPage() {
  const t = useTexts(calendarsTexts)
  return (
    <div className="page">
      <BackLink />
      <h1>{t.title}</h1>
      <div className="settings-columns">
        <div className="stack">
          <Devices />
        </div>
        <div className="stack">
          <SubscriptionsPanel />
          <FeedsPanel />
          <ImportPanel
            titleId="import-title"
            t={t.import}
            accept=".ics,.ical,.ifb,text/calendar"
            kind="ics"
          />
        </div>
      </div>
    </div>
  )
}

export function CalendarsLink() {
  const t = useTexts(calendarsTexts)
  return (
    <PageLink titleId="calendars-title" title={t.title} hint={t.hint} href={CALENDARS_PATH} text={t.open} />
  )
}
