import { permissions, permissionsOf, roles } from '@assay/contract/permissions.ts'
import { settings } from '../../texts/settings.ts'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { Part } from './part.tsx'

const words = settings.roles

/** The very table that the server checks by. */
export const Roles = () => (
  <Part title={words.title} lead={words.lead} isFlush>
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.permission} />
          {roles.map((role) => (
            <Header key={role} title={role} />
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <tr key={permission} className={rowLook}>
            <th scope="row" className={`${cellLook} text-left font-medium`}>
              {permission}
            </th>
            {roles.map((role) => (
              <td key={role} className={cellLook}>
                {permissionsOf(role).has(permission) ? (
                  words.yes
                ) : (
                  <span className="text-soft">{words.no}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </Part>
)
