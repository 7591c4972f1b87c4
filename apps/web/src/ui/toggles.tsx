import type { ReactNode } from 'react'
import { formatNumber } from '../language/format.ts'

interface Props {
  label: string
  options: readonly { value: string; label: ReactNode; count?: number }[]
  /** Selected options; none means all. */
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** Toggle buttons, with counts if known. */
export function Toggles({ label, options, selected, onChange }: Props) {
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((each) => each !== value) : [...selected, value])
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5 print:hidden">
      {options.map(({ value, label: text, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={selected.includes(value)}
          onClick={() => toggle(value)}
          className="flex h-8 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-xs hover:bg-hover aria-pressed:border-accent aria-pressed:bg-hover"
        >
          {text}
          {count !== undefined && <span className="tabular font-medium">{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  )
}
