import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  label: string
  hint?: string | undefined
  options: readonly { value: string; label: string }[]
  onChange?: (value: string) => void
}

export function SelectField({ label, hint, options, onChange, ...props }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {label}
      </label>
      <select
        {...props}
        id={id}
        {...(hint !== undefined && { 'aria-describedby': `${id}-note` })}
        {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
        className="h-9 min-w-0 cursor-pointer rounded-md border border-control bg-raised px-2 text-sm text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-note`} className="m-0 text-xs text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
