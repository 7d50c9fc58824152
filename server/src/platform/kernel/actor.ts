declare const minted: unique symbol

export interface Actor {
  readonly [minted]: true
  /** The user's id. In signed access tokens, it is the `sub` claim. */
  readonly id: string
}

/** Only for sign-in, and for the steps of a request whose person has signed in: the architecture test lists the permitted callers. */
export const mintActor = (id: string): Actor => ({ id }) as Actor
