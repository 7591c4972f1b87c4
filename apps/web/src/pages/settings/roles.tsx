import { roles } from '@assay/contract/permissions.ts'
import { settings } from '../../texts/settings.ts'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'
import { type Act, type SubjectRow, subjectRows } from './roles-model.ts'

const words = settings.roles

/** The very table that the server checks by. */
export const Roles = () => (
  <Part title={words.title} lead={words.lead} isFlush>
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.subject} />
          {roles.map((role) => (
            <Header key={role} title={role} />
          ))}
        </tr>
      </thead>
      <tbody>
        {subjectRows().map((row) => (
          <tr key={row.subject} className={rowLook}>
            <th scope="row" className={`${cellLook} text-left font-medium`}>
              {words.subjects[row.subject]}
              <span className="block text-xs font-normal text-soft">{listOf(row.acts)}</span>
            </th>
            {roles.map((role) => (
              <td key={role} className={cellLook}>
                <Acts acts={row.actsOf(role)} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </Part>
)

function Acts({ acts, row }: { acts: Act[]; row: SubjectRow }) {
  if (acts.length === 0) return <span className="text-soft">{words.none}</span>
  return acts.length === row.acts.length ? words.all : listOf(acts)
}

const listOf = (acts: readonly Act[]) => acts.map((act) => words.acts[act]).join(', ')
