// A response that is already JSON.

/** The JSON text of a large response, which is faster to write piece by piece than from objects. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const jsonTextOf = (body: unknown): string =>
  body instanceof JsonText ? body.text : JSON.stringify(body)
