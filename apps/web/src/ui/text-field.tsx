import { type ComponentProps, useId } from 'react'

interface Props extends Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'onChange' | 'required' | 'disabled'
> {
  label: string
  isRequired?: boolean
  hint?: string | undefined
  /** Validation error. */
  error?: string | undefined
  onChange?: (value: string) => void
}

export function TextField({ label, id, isRequired = false, hint, error, onChange, ...props }: Props) {
  const own = useId()
  const field = id ?? own
  const note = error ?? hint
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={field} className="text-xs font-medium text-soft">
        {label}
      </label>
      <input
        {...props}
        id={field}
        required={isRequired}
        {...(note !== undefined && { 'aria-describedby': `${field}-note` })}
        {...(error !== undefined && { 'aria-invalid': true })}
        {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
        className="h-9 w-full min-w-0 rounded-md border border-control bg-raised px-3 text-sm text-ink file:mr-3 file:h-full file:cursor-pointer file:border-0 file:bg-transparent file:font-medium file:text-accent aria-invalid:border-danger [&[readonly]]:border-line [&[readonly]]:bg-page"
      />
      {note !== undefined && (
        <p
          id={`${field}-note`}
          className={`m-0 text-xs ${error === undefined ? 'text-soft' : 'text-danger'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
