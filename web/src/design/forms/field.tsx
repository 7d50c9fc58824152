import { type ReactNode, useId } from 'react'

interface FieldProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface Props {
  label: string
  fault?: string | undefined
  children: (props: FieldProps) => ReactNode
}

export function Field({ label, fault, children }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        'aria-describedby': fault ? `${id}-fault` : undefined,
      })}
      {fault ? (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      ) : null}
    </div>
  )
}
