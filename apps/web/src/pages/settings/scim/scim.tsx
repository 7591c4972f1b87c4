import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning as messages } from '../../../messages/sign-on.ts'
import { cellStyle, Header, rowStyle, Table } from '../../../ui/table.tsx'
import { Copied } from '../copied.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
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
  const status = useQuery(query(api.scimStatus.get, { params: { accountUuid: account.uuid } }))
  return (
    <Section title={messages.connect.title} lead={messages.connect.lead}>
      <SettingsQuery query={status}>
        {({ baseUrl }) => (
          <Copied
            values={[
              [messages.connect.baseUrl, baseUrl],
              [messages.connect.user, account.uuid],
            ]}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}

const Mapping = () => (
  <Section title={messages.mapping.title} isFlush>
    <Table label={messages.mapping.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.mapping.columns.there} />
          <Header title={messages.mapping.columns.here} />
        </tr>
      </thead>
      <tbody>
        {messages.mapping.rows.map(([there, here]) => (
          <tr key={there} className={rowStyle}>
            <th scope="row" className={`${cellStyle} text-left font-mono font-normal`}>
              {there}
            </th>
            <td className="px-3 py-1.5">{here}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
)
