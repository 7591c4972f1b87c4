import { useId } from 'react'

interface Props {
  label: string
  /** YYYY-MM-DD; '' for none. */
  value: string
  onChange: (value: string) => void
}

/** A date field in a toolbar, with an inline label. */
export function DayField({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <span className="flex min-w-0 items-center gap-2 print:hidden">
      <label htmlFor={id} className="text-xs text-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-8 min-w-0 rounded-md border border-control bg-raised px-2 text-sm text-ink"
      />
    </span>
  )
}
