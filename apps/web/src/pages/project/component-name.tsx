import type { ComponentItem } from '@assay/contract/scans.ts'
import { report as words } from '../../texts/report.ts'

interface NamedComponent extends Pick<ComponentItem, 'name' | 'version'> {
  /** Sentences below the name. */
  notes?: string[]
}

/** A row's first cell. */
export const ComponentName = ({ name, version, notes = [] }: NamedComponent) => (
  <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
    <span className="font-medium">{name}</span> <span className="tabular text-soft">{version}</span>
    {notes.map((note) => (
      <p key={note} className="text-soft">
        {note}
      </p>
    ))}
  </th>
)

export function requiredWord({ isDirect }: Pick<ComponentItem, 'isDirect'>): string {
  if (isDirect === null) return words.unknownOrigin
  return isDirect ? words.direct : words.transitive
}
