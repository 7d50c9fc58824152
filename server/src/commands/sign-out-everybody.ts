// For use after a leak, or if the server's secret is lost.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { keyStore } from '../features/accounts/keys/key-store.ts'
import { secretPlace } from '../features/accounts/open.ts'
import { sessionStore } from '../features/accounts/sessions/session-store.ts'
import { devicePasswordStore } from '../features/device-passwords/store.ts'
import { feedStore } from '../features/feeds/store.ts'
import { guestStore } from '../features/meetings/guests/guest-store.ts'
import { connectedAppStore } from '../features/oauth/store.ts'
import { tokenStore } from '../features/tokens/store.ts'
import type { Storage } from '../platform/storage/unit-of-work.ts'

export async function signOutEverybody(
  storage: Storage,
  config: Config,
  { keepTokens }: { keepTokens: boolean },
): Promise<void> {
  await storage.write([], async tx => {
    await sessionStore(tx).removeAll()
    if (!keepTokens) {
      await tokenStore(tx).removeAll()
      await devicePasswordStore(tx).removeAll()
      await feedStore(tx).removeAll()
      await guestStore(tx).removeAllLinks()
    }
    // The OAuth records and keys are encrypted with the secret, which is about to be replaced.
    await connectedAppStore(tx).removeAll()
    await keyStore(tx).removeAll()
    await keyStore(tx).forgetSecret()
  })
  const place = secretPlace(config, storage)
  if (place.kind === 'file') rmSync(join(place.folder, 'secrets.json'), { force: true })
}
