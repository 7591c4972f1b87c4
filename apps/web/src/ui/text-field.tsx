import { type ComponentProps, useId } from 'react'

interface Props extends Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'onChange' | 'required' | 'disabled'
> {
  label: string
  isRequired?: boolean
  onChange?: (value: string) => void
}

export function TextField({ label, id, isRequired = false, onChange, ...props }: Props) {
  const own = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id ?? own} className="text-xs font-medium text-soft">
        {label}
      </label>
      <input
        {...props}
        id={id ?? own}
        required={isRequired}
        {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
        className="h-9 w-full min-w-0 rounded-md border border-control bg-raised px-3 text-base text-ink"
      />
    </div>
  )
}
