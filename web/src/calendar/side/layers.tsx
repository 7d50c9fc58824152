import { Link } from 'wouter'
import { useTexts } from '../../session/language.tsx'
import type { Layers as LayersOf } from '../entries/subscribed.ts'
import { calendarTexts } from '../texts.ts'
import { sideTexts } from './texts.ts'

interface Props {
  layers: LayersOf
  discover: boolean
  onDiscover: (isOn: boolean) => void
}

export function Layers({ layers, discover, onDiscover }: Props) {
  const t = useTexts(sideTexts)
  const words = useTexts(calendarTexts)
  return (
    <section className="calendar-layers" aria-label={t.layers}>
      <div className="row spread">
        <h2>{t.layers}</h2>
        <Link href="/settings/calendars">{t.addCalendar}</Link>
      </div>
      {layers.list.map(({ id, name, color, isOn }) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            checked={isOn}
            style={{ accentColor: color ?? 'var(--danger)' }}
            onChange={() => layers.toggle(id)}
          />
          <bdi>{name ?? t.holidays}</bdi>
        </label>
      ))}
      <label className="row" title={words.discoverHint}>
        <input type="checkbox" checked={discover} onChange={event => onDiscover(event.target.checked)} />
        {words.discover}
      </label>
    </section>
  )
}
