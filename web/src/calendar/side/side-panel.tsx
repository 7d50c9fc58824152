import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import type { useDueTodos } from '../deadlines/use-due-todos.ts'
import type { Dates } from '../entries/entries.ts'
import type { Layers as LayersOf } from '../entries/subscribed.ts'
import { Layers } from './layers.tsx'
import { MiniMonth } from './mini-month.tsx'
import './side.css'
import { sideTexts } from './texts.ts'
import { TodoPanel } from './todo-panel.tsx'

interface Props {
  dates: Dates
  layers: LayersOf
  discover: boolean
  todos: ReturnType<typeof useDueTodos>
  onDiscover: (isOn: boolean) => void
  onDate: (date: string) => void
}

export function SidePanel(props: Props) {
  const t = useTexts(sideTexts)
  return (
    <aside className="calendar-side" aria-label={t.side}>
      <Parts {...props} />
    </aside>
  )
}

export function SideSheet({ onClose, onDate, ...props }: Props & { onClose: () => void }) {
  const t = useTexts(sideTexts)
  return (
    <Dialog title={t.side} onClose={onClose} asks={false} bare>
      <div className="calendar-side">
        <Parts
          {...props}
          onDate={date => {
            onDate(date)
            onClose()
          }}
        />
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}

const Parts = ({ dates, layers, discover, todos, onDiscover, onDate }: Props) => (
  <>
    <MiniMonth dates={dates} onDate={onDate} />
    <Layers layers={layers} discover={discover} onDiscover={onDiscover} />
    {todos.query.data ? <TodoPanel todos={todos.todos} dates={dates} /> : <Skeleton lines={4} height={26} />}
  </>
)
