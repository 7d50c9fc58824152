import { useTexts } from '../../session/language.tsx'
import { useCommandList } from '../commands.tsx'
import { Keys } from '../keys.tsx'
import { shellTexts } from '../texts.ts'

export function Shortcuts() {
  const t = useTexts(shellTexts)
  const commands = useCommandList().filter(command => command.keys)
  return (
    <section className="stack" aria-label={t.shortcuts}>
      <h3>{t.shortcuts}</h3>
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
    </section>
  )
}
