import { useId } from 'react'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; hint: string }[]
  /** Why it is disabled; null if enabled. */
  denialReason?: string | null
  onChange: (value: T) => void
}

/** Radio buttons with descriptions. */
export function Radios<T extends string>({ label, value, options, denialReason = null, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 border-0 p-0">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <div key={option.value} className="relative flex min-h-11 items-start gap-3">
          <input
            id={`${name}-${option.value}`}
            type="radio"
            aria-describedby={`${name}-${option.value}-hint${denialReason === null ? '' : ` ${name}-reason`}`}
            name={name}
            checked={option.value === value}
            aria-disabled={denialReason !== null}
            onChange={() => denialReason === null && onChange(option.value)}
            className="relative z-10 mt-0.5 size-4 shrink-0 accent-(--accent)"
          />
          <div>
            <label
              htmlFor={`${name}-${option.value}`}
              className="cursor-pointer font-medium after:absolute after:inset-0"
            >
              {option.label}
            </label>
            <p id={`${name}-${option.value}-hint`} className="m-0 max-w-prose text-soft">
              {option.hint}
            </p>
          </div>
        </div>
      ))}
      {denialReason !== null && (
        <p id={`${name}-reason`} className="m-0 text-soft">
          {denialReason}
        </p>
      )}
    </fieldset>
  )
}
