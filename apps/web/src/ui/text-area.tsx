import { useId } from 'react'

interface Props {
  label: string
  name: string
  defaultValue: string
  rows: number
  hint?: string
  placeholder?: string
  readOnly?: boolean
  isRequired?: boolean
  error: string | undefined
}

/** A multi-line text field. */
export function TextArea({ label, hint, isRequired = false, error, ...props }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {label}
      </label>
      <textarea
        {...props}
        id={id}
        required={isRequired}
        spellCheck={false}
        autoComplete="off"
        {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
        {...(error !== undefined && { 'aria-invalid': true })}
        className="w-full min-w-0 resize-y rounded-md border border-control bg-raised px-3 py-2 font-mono text-sm text-ink aria-invalid:border-danger"
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`m-0 text-xs ${error === undefined ? 'text-soft' : 'text-danger'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
