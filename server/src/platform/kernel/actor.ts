// The verified user on whose behalf a service acts. Only sign-in creates actors.
declare const minted: unique symbol

export interface Actor {
  readonly [minted]: true
  /** The `sub` claim of the verified token, which is the user's id everywhere. */
  readonly id: string
}

/** Only for sign-in; the architecture test lists the files that may call it. */
export const mintActor = (id: string): Actor => ({ id }) as Actor
