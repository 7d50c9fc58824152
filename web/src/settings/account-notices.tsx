// Loads each notice on demand, because most people never see one.
import { late } from '../design/rendering/late.tsx'
import { useMe } from '../session/me.ts'
import { useSession } from '../session/provider.tsx'
import { useAccount } from './use-settings.ts'

const DeletionNotice = late(() => import('./deletion/deletion-notice.tsx'))
const VerifyNotice = late(() => import('./address/verify-notice.tsx'))

export function AccountNotices() {
  const { info } = useSession()
  const deletesAt = useMe().data?.deletes_at
  return (
    <>
      {deletesAt ? <DeletionNotice deletesAt={deletesAt} /> : null}
      {info.sign_in === 'embedded' && info.sends_mail ? <Unverified /> : null}
    </>
  )
}

function Unverified() {
  const { data } = useAccount()
  return data && !data.email_verified ? <VerifyNotice email={data.email} /> : null
}
