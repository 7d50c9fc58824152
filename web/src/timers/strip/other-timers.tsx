import type { Timer } from '@daymark/contract/timers/timer'
import { IconButton } from '../../design/button.tsx'
import { clockText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Menu } from '../../design/menu/menu.tsx'
import { useTexts } from '../../session/language.tsx'
import { useTimerControl } from '../live/control.ts'
import { useElapsed } from '../live/live.tsx'
import { stripTexts } from './texts.ts'

export function OtherTimers({ timers }: { timers: readonly Timer[] }) {
  const t = useTexts(stripTexts)
  return (
    <Menu
      className="strip-others"
      summary={
        <summary
          className="button quiet"
          aria-label={t.others(timers.length)}
          title={t.others(timers.length)}
        >
          +{timers.length}
        </summary>
      }
    >
      <ul className="card plain-list strip-menu">
        {timers.map(timer => (
          <Other key={timer.id} timer={timer} />
        ))}
      </ul>
    </Menu>
  )
}

function Other({ timer }: { timer: Timer }) {
  const t = useTexts(stripTexts)
  const control = useTimerControl()
  const elapsed = useElapsed(timer)
  const title = timer.title ?? t.untitled
  return (
    <li className="row item">
      <span className="grow" dir="auto">
        {title}
      </span>
      <span className="soft">{clockText(elapsed)}</span>
      {timer.is_running ? (
        <IconButton name={t.pauseOf(title)} onClick={() => control.pause(timer)}>
          <Icon name="pause" />
        </IconButton>
      ) : (
        <IconButton name={t.resumeOf(title)} onClick={() => control.resume(timer)}>
          <Icon name="play" />
        </IconButton>
      )}
      <IconButton name={t.stopOf(title)} onClick={() => control.stop(timer)}>
        <Icon name="stop" />
      </IconButton>
    </li>
  )
}
