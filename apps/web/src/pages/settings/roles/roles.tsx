import { roles } from '@assay/contract/permissions.ts'
import { settings } from '../../../messages/settings.ts'
import { cellStyle, Header, rowStyle, Table } from '../../../ui/table.tsx'
import { Section } from '../section.tsx'
import { type Action, type SubjectRow, subjectRows } from './roles-model.ts'

const messages = settings.roles

/** The permission table the server enforces. */
export const Roles = () => (
  <Section title={messages.title} lead={messages.lead} isFlush>
    <Table label={messages.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.subject} />
          {roles.map((role) => (
            <Header key={role} title={role} />
          ))}
        </tr>
      </thead>
      <tbody>
        {subjectRows().map((row) => (
          <tr key={row.subject} className={rowStyle}>
            <th scope="row" className={`${cellStyle} text-left font-medium`}>
              {messages.subjects[row.subject]}
              <span className="block text-xs font-normal text-soft">{listOf(row.actions)}</span>
            </th>
            {roles.map((role) => (
              <td key={role} className={cellStyle}>
                <Actions actions={row.actionsOf(role)} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
)

function Actions({ actions, row }: { actions: Action[]; row: SubjectRow }) {
  if (actions.length === 0) return <span className="text-soft">{messages.none}</span>
  return actions.length === row.actions.length ? messages.all : listOf(actions)
}

const listOf = (actions: readonly Action[]) => actions.map((action) => messages.actions[action]).join(', ')
