import { ApiError, type Client, createClient } from '@daymark/client'
import { patientFetch, RETRY } from '../requests/connection.ts'
import type { ServerInfo, SessionSource, SignInProblem } from '../session.ts'
import { inSignInTurn } from '../sign-out.ts'
import { cookieTokens } from './cookie-tokens.ts'
import type { Answer, OwnFlow } from './own-form.ts'

export interface Source extends SessionSource {
  /** Returns the reason if the last sign-in at another provider failed. */
  problem(): SignInProblem | undefined
  /** For requests without a session, such as passkey options. */
  readonly client: Client
  /** On this server, starts a sign-in before the form is submitted, which makes submitting faster. */
  prepare(): void
  /**
   * This server takes the form values in `answer`. For another provider, the browser navigates to that provider's page.
   * With `again`, the provider asks the user to sign in even if the user is signed in there.
   */
  signIn(options: { answer?: Answer; again?: boolean }): Promise<void>
}

export async function chooseSource(info: ServerInfo): Promise<Source> {
  const client = createClient({ baseUrl: location.origin, fetch: patientFetch, retry: RETRY })
  return info.sign_in === 'embedded' ? ownSource(info, client) : providerSource(info, client)
}

/** Loads the OIDC library only to sign in. An existing session needs only the cookie. */
function ownSource(info: ServerInfo, client: Client): Source {
  const tokens = cookieTokens(client)
  let begun: Promise<OwnFlow> | undefined
  const begin = (): Promise<OwnFlow> => {
    begun ??= import('./own-form.ts').then(({ openForm }) => openForm(info))
    begun.catch(() => {
      begun = undefined
    })
    return begun
  }

  /** Opens a new form if the prepared one has expired. */
  async function sent(answer: Answer): Promise<{ flow: OwnFlow; back: string }> {
    const isEarly = begun !== undefined
    try {
      const flow = await begin()
      return { flow, back: await flow.send(answer) }
    } catch (error) {
      if (!(isEarly && error instanceof ApiError && error.status === 400)) throw error
      begun = undefined
      const flow = await begin()
      return { flow, back: await flow.send(answer) }
    }
  }

  return {
    ...tokens,
    client,
    problem: () => undefined,
    prepare: () => void begin().catch(() => {}),
    signIn: ({ answer }) =>
      inSignInTurn(async () => {
        if (!answer) return
        const { flow, back } = await sent(answer)
        begun = undefined
        const { access_token, expires_in = 0 } = await flow.finish(back)
        tokens.keep({ access_token, expires_in })
      }),
  }
}

async function providerSource(info: ServerInfo, client: Client): Promise<Source> {
  const [{ openManager }, { providerTokens }] = await Promise.all([
    import('./code-flow.ts'),
    import('./provider-tokens.ts'),
  ])
  const manager = openManager(info)
  return {
    ...providerTokens(manager, info),
    client,
    prepare: () => {},
    signIn: ({ again = false }) =>
      manager.signinRedirect({
        state: location.pathname + location.search + location.hash,
        ...(again && { prompt: 'login' }),
      }),
  }
}
