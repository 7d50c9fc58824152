// People: the own code, requests, friends and what they do, blocks.
import { useTexts } from '../session/language.tsx'
import { shellTexts } from '../shell/texts.ts'
import { AddFriend } from './add-friend.tsx'
import { FriendCode } from './friend-code.tsx'
import { Blocked, Friends } from './friends.tsx'
import './people.css'
import { Received, Sent } from './requests.tsx'
import { peopleTexts } from './texts.ts'

export default function People() {
  const shell = useTexts(shellTexts)
  const t = useTexts(peopleTexts)
  return (
    <div className="page">
      <header>
        <h1>{shell.pages.people}</h1>
        <p className="soft">{t.intro}</p>
      </header>
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
    </div>
  )
}
