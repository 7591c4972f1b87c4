interface Props {
  /** Accessible name; the column's title is the visible one. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Why it is disabled; null if enabled. */
  denialReason: string | null
  onChange: (value: string) => void
}

/** A select within a table. */
export const Choice = ({ label, value, options, denialReason, onChange }: Props) => (
  <select
    aria-label={label}
    value={value}
    disabled={denialReason !== null}
    {...(denialReason !== null && { title: denialReason })}
    onChange={({ target }) => onChange(target.value)}
    className="h-8 max-w-48 cursor-pointer rounded-md border border-control bg-raised px-2 text-sm text-ink disabled:cursor-default disabled:border-line disabled:text-soft"
  >
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)
