declare const minted: unique symbol

export interface Actor {
  readonly [minted]: true
  /** The user's id. In signed access tokens, it is the `sub` claim. */
  readonly id: string
}

/** Only for sign-in: the architecture test lists the permitted callers. */
export const mintActor = (id: string): Actor => ({ id }) as Actor
