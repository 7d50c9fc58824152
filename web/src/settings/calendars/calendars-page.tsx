// The page "Connect your calendar": apps that sync, other calendars, feeds and imports.
import { Link } from 'wouter'
import { useTexts } from '../../session/language.tsx'
import { BackLink } from '../back-link.tsx'
import { Devices } from '../devices/devices.tsx'
import { calendarsTexts } from './calendars-texts.ts'
import { FeedsPanel } from './feeds-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

export const CALENDARS_PATH = '/settings/calendars'

export function CalendarsPage() {
  const t = useTexts(calendarsTexts)
  return (
    <div className="page">
      <BackLink>{t.back}</BackLink>
      <h1>{t.title}</h1>
      <div className="settings-columns">
        <div className="stack">
          <Devices />
        </div>
        <div className="stack">
          <SubscriptionsPanel />
          <FeedsPanel />
          <ImportPanel />
        </div>
      </div>
    </div>
  )
}

/** The card on the settings page that links to this page. */
export function CalendarsLink() {
  const t = useTexts(calendarsTexts)
  return (
    <section className="card panel" aria-labelledby="calendars-title">
      <h2 id="calendars-title">{t.title}</h2>
      <p className="soft">{t.hint}</p>
      <Link className="button plain-start" href={CALENDARS_PATH}>
        {t.open}
      </Link>
    </section>
  )
}
