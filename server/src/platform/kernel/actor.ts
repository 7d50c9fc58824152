declare const minted: unique symbol

export interface Actor {
  readonly [minted]: true
  /** The `sub` claim of the verified token. It is the user's id everywhere. */
  readonly id: string
}

/** Only for sign-in: the architecture test lists the permitted callers. */
export const mintActor = (id: string): Actor => ({ id }) as Actor
