interface Props {
  /** Not seen: the column's title says it. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Why not; null when nothing is in the way. */
  refusal: string | null
  onChange: (value: string) => void
}

/** A choice within a table. */
export const Choice = ({ label, value, options, refusal, onChange }: Props) => (
  <select
    aria-label={label}
    value={value}
    disabled={refusal !== null}
    {...(refusal !== null && { title: refusal })}
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
