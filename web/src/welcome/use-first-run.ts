// The first-run steps appear in an empty account. Once the user has started, the steps stay until the user hides them.
import { useSession } from '../session/provider.tsx'
import { readPreference, useStored, writePreference } from '../session/storage/preferences.ts'

type State = 'started' | 'hidden'

/** `isEmpty` is undefined while unknown. */
export function useFirstRun(isEmpty: boolean | undefined) {
  const { account } = useSession()
  // The value includes the account, because several people may use this browser.
  const stored = useStored(() => readPreference('first-run'))
  const state = stored?.startsWith(`${account} `) ? (stored.slice(account.length + 1) as State) : undefined
  const write = (next: State) => writePreference('first-run', `${account} ${next}`)
  return {
    isShown: state === 'started' || (state === undefined && isEmpty === true),
    /** Keeps the steps visible after the first one, when the account is no longer empty. */
    start: () => write('started'),
    hide: () => write('hidden'),
  }
}
