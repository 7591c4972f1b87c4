import { useId } from 'react'

interface Props {
  label: string
  /** If a visible label is next to it. */
  isLabelHidden?: boolean
  value: string
  options: readonly { value: string; label: string; group?: string }[]
  onChange: (value: string) => void
}

const style =
  'h-8 max-w-80 min-w-0 cursor-pointer rounded-md border border-control bg-raised px-2 text-sm text-ink'

/** A select in a toolbar, with an inline label. */
export function CompactSelect({ label, isLabelHidden = false, value, options, onChange }: Props) {
  const id = useId()
  const groups = [...Map.groupBy(options, ({ group }) => group)]
  return (
    <span className="flex max-w-full min-w-0 items-center gap-2 print:hidden">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-xs text-soft'}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={style}>
        {groups.map(([group, members]) => {
          const list = members.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))
          return group === undefined ? (
            list
          ) : (
            <optgroup key={group} label={group}>
              {list}
            </optgroup>
          )
        })}
      </select>
    </span>
  )
}
