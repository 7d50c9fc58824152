// The error whose message is the one sentence a person needs: what is missing and what to do about it.
export class CannotProvide extends Error {}
