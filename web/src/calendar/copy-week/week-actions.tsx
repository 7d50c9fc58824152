import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu } from '../../design/menu/menu.tsx'
import { useTexts } from '../../session/language.tsx'
import { calendarTexts } from '../texts.ts'
import { useNarrow } from '../view.ts'
import './week-actions.css'

interface Props {
  onCopy: () => void
  onTemplates: () => void
}

export function WeekActions({ onCopy, onTemplates }: Props) {
  const t = useTexts(calendarTexts)
  const isNarrow = useNarrow()
  const actions = (
    <>
      <Button kind="quiet" className="calendar-copy" data-closes onClick={onCopy}>
        <Icon name="copy" size={15} /> {t.copyWeek}
      </Button>
      <Button kind="quiet" className="calendar-copy" data-closes onClick={onTemplates}>
        <Icon name="calendar" size={15} /> {t.weekTemplates}
      </Button>
    </>
  )
  if (!isNarrow) return actions
  return (
    <Menu
      className="week-menu"
      summary={
        <summary className="button quiet calendar-copy">
          <Icon name="copy" size={15} /> {t.weekMenu}
        </summary>
      }
    >
      <div className="card week-menu-list">{actions}</div>
    </Menu>
  )
}
