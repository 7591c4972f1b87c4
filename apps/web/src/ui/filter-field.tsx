import { useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** Short enough to feel immediate, long enough that the URL does not change with every key. */
const delayMs = 150

/** Filters what stands below it, a moment after the last key. The page's key for its filter leads here. */
export function FilterField({ label, placeholder = label, value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back and forward, and whatever clears the filters, change the field too.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      data-filter
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onChange(target.value), delayMs)
      }}
      className="h-8 w-full min-w-0 rounded-md border border-control bg-raised px-2.5 text-sm text-ink placeholder:text-soft sm:w-56 print:hidden"
    />
  )
}
