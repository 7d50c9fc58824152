import { Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useMe } from '../session/me.ts'
import { useBlocked, useFriends } from '../sharing/sharing.ts'
import { shellTexts } from '../shell/texts.ts'
import { AddFriend } from './add-friend.tsx'
import { FriendCode } from './friend-code.tsx'
import { Blocked, Friends } from './friends.tsx'
import './people.css'
import { Received, Sent } from './requests.tsx'
import { peopleTexts } from './texts.ts'
import { useRequests } from './use-people.ts'

export default function People() {
  const shell = useTexts(shellTexts)
  const t = useTexts(peopleTexts)
  const read = [useFriends(), useRequests('received'), useRequests('sent'), useBlocked(), useMe()]
  return (
    <div className="page">
      <header>
        <h1>{shell.pages.people}</h1>
        <p className="soft">{t.intro}</p>
      </header>
      <Settled of={read} skeleton={<Skeleton lines={6} height={44} />}>
        <div className="people-columns">
          <div className="stack">
            <Received />
            <Friends />
            <Blocked />
          </div>
          <div className="stack">
            <AddFriend />
            <Sent />
            <FriendCode />
          </div>
        </div>
      </Settled>
    </div>
  )
}
