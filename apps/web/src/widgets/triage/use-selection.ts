import { type KeyboardEvent, useState } from 'react'

export interface Selection {
  keys: ReadonlySet<string>
  isSelected: (key: string) => boolean
  /** With shift, up to the row that was selected last. */
  toggle: (key: string, how?: { withRange?: boolean }) => void
  toggleAll: () => void
  clear: () => void
  /** Of a row: x selects it while one of its links has the focus. */
  onKeyDown: (key: string) => (event: KeyboardEvent) => void
}

/** Selected rows of a list, in the order of the list. */
export function useSelection(all: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const keys = new Set(all.filter((key) => chosen.has(key)))
  const toggle: Selection['toggle'] = (key, { withRange = false } = {}) => {
    const next = new Set(keys)
    const isOn = !next.has(key)
    for (const each of withRange ? rangeOf(all, last ?? key, key) : [key])
      if (isOn) next.add(each)
      else next.delete(each)
    setChosen(next)
    setLast(key)
  }
  return {
    keys,
    isSelected: (key) => keys.has(key),
    toggle,
    toggleAll: () => setChosen(keys.size === all.length ? new Set() : new Set(all)),
    clear: () => setChosen(new Set()),
    onKeyDown: (key) => (event) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
      if (event.key !== 'x' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      toggle(key)
    },
  }
}

export function rangeOf(all: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [all.indexOf(one), all.indexOf(other)].toSorted((a, b) => a - b) as [number, number]
  return from < 0 ? [other] : all.slice(from, to + 1)
}
