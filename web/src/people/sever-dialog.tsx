// Asks before ending a friendship or blocking, because neither can be undone.
import { Confirm } from '../design/confirm.tsx'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { peopleTexts } from './texts.ts'
import { usePeopleChange } from './use-people.ts'

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

export function SeverDialog({ person, way, onClose }: Props) {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const toast = useToast()
  const change = usePeopleChange()
  const { display_name: name, user_id, friendship_id = '' } = person
  const sever = async () => {
    if (way === 'block') await client.friends.block({ params: { user_id } })
    else await client.friends.remove({ params: { friendship_id } })
    toast(way === 'block' ? t.blocked(name) : t.ended(name))
  }
  return (
    <Confirm
      title={way === 'block' ? t.blockTitle(name) : t.endTitle(name)}
      action={way === 'block' ? t.block : t.end}
      cancel={t.cancel}
      onConfirm={() => change.mutate(sever)}
      onClose={onClose}
    >
      <p>{way === 'block' ? t.blockHint : t.endHint}</p>
    </Confirm>
  )
}
