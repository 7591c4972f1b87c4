interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A segmented control. */
export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-md bg-hover p-0.5 print:hidden">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="h-6 cursor-pointer rounded-[5px] px-2.5 text-xs text-soft hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-xs"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
