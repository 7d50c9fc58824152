// Who is acting. Only sign-in creates an actor, so a service that receives one knows that it was verified.
declare const minted: unique symbol

export interface Actor {
  readonly [minted]: true
  /** The `sub` claim of the verified token: the user's id everywhere. */
  readonly id: string
}

/** For sign-in only; the architecture test lists the files that may call it. */
export const mintActor = (id: string): Actor => ({ id }) as Actor
