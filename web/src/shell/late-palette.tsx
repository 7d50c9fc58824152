// Shows only the palette's field while the palette loads, so that no typed letter is lost.
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { late } from '../design/rendering/late.tsx'
import { searchTexts } from '../search/texts.ts'
import { useTexts } from '../session/language.tsx'
import type { PaletteProps } from './palette.tsx'
import { shellTexts } from './texts.ts'

const Palette = late(() => import('./palette.tsx'), Field)

export function LatePalette(props: Omit<PaletteProps, 'typed' | 'onTyped'>) {
  const [typed, setTyped] = useState({ text: '', isEntered: false })
  return <Palette {...props} typed={typed} onTyped={setTyped} />
}

function Field({ hasCommands, typed, onTyped, onClose }: PaletteProps) {
  const { commands } = useTexts(shellTexts)
  const t = useTexts(searchTexts)
  const label = hasCommands ? t.hintWithCommands : t.hint
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onTyped({ ...typed, isEntered: true })
  }
  return (
    <Dialog title={hasCommands ? commands : t.search} onClose={onClose} bare wide asks={false}>
      <input
        className="input"
        ref={input => input?.focus()}
        type="search"
        maxLength={200}
        aria-busy="true"
        aria-label={label}
        placeholder={label}
        value={typed.text}
        onChange={event => onTyped({ text: event.target.value, isEntered: false })}
        onKeyDown={onKey}
      />
    </Dialog>
  )
}
