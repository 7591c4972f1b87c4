import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning as words } from '../../../texts/sign-on.ts'
import { cellLook, Header, rowLook, Table } from '../../../ui/table.tsx'
import { Copied } from '../copied.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useUser } from '../use-user.ts'
import { WithFeature } from '../with-feature.tsx'
import { ScimState } from './state.tsx'
import { ScimTokens } from './tokens.tsx'

export const Scim = () => (
  <WithFeature feature="scim">
    <Connect />
    <ScimTokens />
    <ScimState />
    <Mapping />
  </WithFeature>
)

function Connect() {
  const { account } = useUser()
  const known = useQuery(query(api.provisioning.get, { params: { accountUuid: account.uuid } }))
  return (
    <Part title={words.connect.title} lead={words.connect.lead}>
      <Known query={known}>
        {({ baseUrl }) => (
          <Copied
            values={[
              [words.connect.baseUrl, baseUrl],
              [words.connect.user, account.uuid],
            ]}
          />
        )}
      </Known>
    </Part>
  )
}

const Mapping = () => (
  <Part title={words.mapping.title} isFlush>
    <Table label={words.mapping.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.mapping.columns.there} />
          <Header title={words.mapping.columns.here} />
        </tr>
      </thead>
      <tbody>
        {words.mapping.rows.map(([there, here]) => (
          <tr key={there} className={rowLook}>
            <th scope="row" className={`${cellLook} text-left font-mono font-normal`}>
              {there}
            </th>
            <td className="px-3 py-1.5">{here}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Part>
)
