import type { ComponentItem } from '@assay/contract/scans.ts'
import { report as words } from '../../texts/report.ts'

/** A row's first cell. */
export const ComponentName = ({ name, version }: ComponentItem) => (
  <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
    <span className="font-medium">{name}</span> <span className="tabular text-soft">{version}</span>
  </th>
)

export function requiredWord({ isDirect }: Pick<ComponentItem, 'isDirect'>): string {
  if (isDirect === null) return words.unknownOrigin
  return isDirect ? words.direct : words.transitive
}
