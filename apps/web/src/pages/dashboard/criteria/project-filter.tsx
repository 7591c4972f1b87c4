import { useEffect, useRef, useState } from 'react'
import { texts } from '../../../messages/app.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { withoutWhitespace } from './criteria-model.ts'

/** Debounce time of the search. */
const searchDelayMs = 1000

interface Props {
  project: string
  onFind: (project: string) => void
}

const messages = texts.dashboard.criteria

export function ProjectFilter({ project, onFind }: Props) {
  const [typed, setTyped] = useState(project)
  const [applied, setApplied] = useState(project)
  const [searched, setSearched] = useState<string | null>(null)
  if (applied !== project) {
    setApplied(project)
    setSearched(null)
    // Updates the field on navigation, but not after its own search, which would undo newer input.
    if (project !== searched) setTyped(project)
  }
  const ask = () => {
    setSearched(typed)
    onFind(typed)
  }
  const find = useRef(ask)
  useEffect(() => void (find.current = ask))
  useEffect(() => {
    if (typed === project) return undefined
    const timer = setTimeout(() => find.current(), searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed, project])

  return (
    <section className="grid gap-2 rounded-card border border-line bg-surface px-4 pt-3 pb-4">
      <h2 className="m-0 text-sm font-semibold">{messages.byProject}</h2>
      <TextField
        data-filter
        label={messages.project}
        type="search"
        value={typed}
        autoComplete="off"
        onChange={(text) => setTyped(withoutWhitespace(text))}
        onKeyDown={({ key }) => key === 'Enter' && typed !== project && ask()}
      />
    </section>
  )
}
