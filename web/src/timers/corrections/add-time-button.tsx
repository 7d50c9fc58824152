import { useMemo, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { useCommands } from '../../shell/commands.tsx'
import { AddTime } from './add-time.tsx'
import { correctionTexts } from './texts.ts'

export function AddTimeButton() {
  const t = useTexts(correctionTexts)
  const [isOpen, setOpen] = useState(false)
  useCommands(
    useMemo(() => [{ id: 'add-time', name: t.commandAdd, keys: 'a', run: () => setOpen(true) }], [t]),
  )
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="plus" /> {t.add}
      </Button>
      {isOpen ? <AddTime onClose={() => setOpen(false)} /> : null}
    </>
  )
}
