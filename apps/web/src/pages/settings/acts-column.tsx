import type { ReactNode } from 'react'
import { settings as words } from '../../texts/settings.ts'

/** Over the buttons of rows; it needs no words for those who see it. */
export const ActsHeader = () => (
  <th scope="col">
    <span className="sr-only">{words.acts}</span>
  </th>
)

/** The buttons of a row. */
export const ActsCell = ({ children }: { children: ReactNode }) => (
  <td className="px-3 py-1.5">
    <div className="flex justify-end gap-1">{children}</div>
  </td>
)
