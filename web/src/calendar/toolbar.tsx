import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { sideTexts } from './side/texts.ts'
import { calendarTexts } from './texts.ts'
import { useNarrow, VIEWS, type View } from './view.ts'

interface Props {
  title: string
  view: View
  onView: (view: View) => void
  onMove: (move: 'today' | 'previous' | 'next') => void
  hasSide: boolean
  onSide: () => void
  onNew: () => void
  onPrint: () => void
}

export function Toolbar({ title, view, hasSide, onSide, onView, onMove, onNew, onPrint }: Props) {
  const t = useTexts(calendarTexts)
  const sideWords = useTexts(sideTexts)
  const narrow = useNarrow()
  const nameOf = (each: View) => (each === 'week' && narrow ? t.views.three : t.views[each])
  return (
    <header className="row spread calendar-toolbar">
      <div className="row calendar-moves">
        <h1 aria-live="polite">{title || '…'}</h1>
        <div className="row calendar-steps">
          <IconButton name={t.previous} onClick={() => onMove('previous')}>
            <Icon name="left" />
          </IconButton>
          <Button onClick={() => onMove('today')}>{t.today}</Button>
          <IconButton name={t.next} onClick={() => onMove('next')}>
            <Icon name="right" />
          </IconButton>
        </div>
      </div>
      <div className="row calendar-choices">
        <fieldset className="segments">
          <legend className="visually-hidden">{t.view}</legend>
          {VIEWS.map(each => (
            <button
              key={each}
              type="button"
              className="segment"
              aria-pressed={each === view}
              onClick={() => onView(each)}
            >
              {nameOf(each)}
            </button>
          ))}
        </fieldset>
        <IconButton
          name={hasSide ? sideWords.hideSide : sideWords.showSide}
          className="icon wide-only"
          aria-expanded={hasSide}
          onClick={onSide}
        >
          <Icon name="todos" />
        </IconButton>
        <IconButton name={t.print} className="icon wide-only" onClick={onPrint}>
          <Icon name="print" />
        </IconButton>
        <Button kind="primary" onClick={onNew}>
          <Icon name="plus" /> <span className="calendar-new">{t.newEntry}</span>
        </Button>
      </div>
    </header>
  )
}
