import type { InputHTMLAttributes } from 'react'
import { Field } from './field.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
  fault?: string | undefined
}

export const InputField = ({ label, hint, fault, ...props }: Props) => (
  <Field label={label} fault={fault}>
    {({ id, ...field }) => (
      <>
        <input
          {...field}
          id={id}
          className="input"
          {...(hint && !fault && { 'aria-describedby': `${id}-hint` })}
          {...props}
        />
        {hint ? (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        ) : null}
      </>
    )}
  </Field>
)

export const ItemNameField = (props: Props) => (
  <InputField dir="auto" name="name" required maxLength={100} autoComplete="off" {...props} />
)

export const PasswordField = (props: Props) => (
  <InputField name="password" type="password" required autoComplete="current-password" {...props} />
)

export const UrlField = (props: Props) => (
  <InputField name="url" type="url" required maxLength={2048} autoComplete="off" {...props} />
)
