// Asks for confirmation, because the friendship cannot be restored without a new request.
import { Confirm } from '../design/confirm.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAction } from '../sync/use-write.ts'
import { peopleTexts } from './texts.ts'

export interface Person {
  user_id: string
  display_name: string
  friendship_id?: string
}

interface Props {
  person: Person
  way: 'end' | 'block'
  onClose: () => void
}

export function RemoveOrBlockDialog({ person, way, onClose }: Props) {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const act = useAction()
  const { display_name: name, user_id, friendship_id = '' } = person
  const sever = () =>
    act(
      live =>
        way === 'block'
          ? live.write(client.friends.block, { params: { user_id } })
          : live.write(client.friends.remove, { params: { friendship_id } }),
      way === 'block' ? t.blocked(name) : t.ended(name),
    )
  return (
    <Confirm
      title={way === 'block' ? t.blockTitle(name) : t.endTitle(name)}
      action={way === 'block' ? t.block : t.end}
      cancel={t.cancel}
      onConfirm={sever}
      onClose={onClose}
    >
      <p>{way === 'block' ? t.blockHint : t.endHint}</p>
    </Confirm>
  )
}
