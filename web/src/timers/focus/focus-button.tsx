import { useLocation } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { focusTexts } from './texts.ts'
import { useFocusActions } from './use-focus.ts'

export function FocusButton({ todoId, onStarted }: { todoId: string; onStarted: () => void }) {
  const t = useTexts(focusTexts)
  const [, navigate] = useLocation()
  const { start } = useFocusActions()
  return (
    <Button
      onClick={async () => {
        if (!(await start({ todo_id: todoId }))) return
        onStarted()
        navigate('/focus')
      }}
    >
      <Icon name="focus" /> {t.start}
    </Button>
  )
}
