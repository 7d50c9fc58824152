import Type from 'typebox'
import { foldCase, isEmail } from './email-address.ts'

export { foldCase, isDomain, isEmail } from './email-address.ts'

export const Email = Type.Codec(
  Type.Refine(
    Type.String({ format: 'storable', examples: ['ann@example.org'] }),
    text => isEmail(foldCase(String(text))),
    () => 'must be an email address',
  ),
)
  .Decode(foldCase)
  .Encode(text => text)
