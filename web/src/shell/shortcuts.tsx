// The dialog that lists keyboard shortcuts.
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { useTexts } from '../session/language.tsx'
import { useCommandList } from './commands.tsx'
import { Keys } from './keys.tsx'
import { shellTexts } from './texts.ts'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts)
  const commands = useCommandList().filter(command => command.keys)
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {commands.map(command => (
          <div key={command.id} className="row spread">
            <dt>{command.name}</dt>
            <dd>{command.keys ? <Keys keys={command.keys} /> : null}</dd>
          </div>
        ))}
      </dl>
      <h3>{t.inLists}</h3>
      <dl className="shortcuts">
        {Object.entries(t.listKeys).map(([keys, name]) => (
          <div key={keys} className="row spread">
            <dt className="grow">{name}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
