import { messages as texts } from '@assay/contract/problem.ts'
import { siteServices } from '@assay/contract/site.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { checkHealth, type ServiceHealth } from '@assay/sdk/check-health.ts'
import { loadComponentLanguages } from '@assay/sdk/load-component-languages.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { serverStatus } from '../../messages/server-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Header, rowStyle, Table } from '../../ui/table.tsx'

const messages = serverStatus.services
const refetchMs = 30_000

/** Component health and version of the server. */
export function Health() {
  return (
    <>
      <h2 className="m-0 mt-8 mb-1 text-base font-semibold">{messages.title}</h2>
      <p className="m-0 mb-4 text-soft">{messages.lead}</p>
      <section className="rounded-card border border-line bg-surface">
        <Table label={messages.title}>
          <thead>
            <tr className="border-b border-line">
              <Header title={messages.columns.service} />
              <Header title={messages.columns.state} />
            </tr>
          </thead>
          <tbody>
            {siteServices.map((service) => (
              <Service key={service} service={service} />
            ))}
          </tbody>
        </Table>
      </section>
      <About />
    </>
  )
}

function Service({ service }: { service: (typeof siteServices)[number] }) {
  const health = useQuery({
    queryKey: ['health', service],
    queryFn: () => checkHealth(api, service),
    refetchInterval: refetchMs,
  })
  return (
    <tr className={rowStyle}>
      <th scope="row" className="px-3 py-2 text-left font-medium">
        {messages.names[service]}
      </th>
      <td className="px-3 py-2">
        {health.data ? (
          <State health={health.data} />
        ) : (
          <span className="text-soft">{messages.checking}</span>
        )}
      </td>
    </tr>
  )
}

const variants = { ok: 'good', off: 'plain', failing: 'bad' } as const

const State = ({ health }: { health: ServiceHealth }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Badge variant={variants[health.status]}>{messages.states[health.status]}</Badge>
    {health.status === 'failing' && <span className="[overflow-wrap:anywhere]">{health.reason}</span>}
  </span>
)

function About() {
  const license = useQuery(query(api.site.license, {})).data?.[0]
  const languages = useQuery({
    queryKey: ['component-languages'],
    queryFn: () => loadComponentLanguages(api),
  })
  const listed = languages.data
    ?.map((language) => ecosystemName(language) ?? language)
    .toSorted((a, b) => a.localeCompare(b))
  return (
    <div className="mt-3 grid max-w-prose gap-1 text-soft">
      {license && <p className="m-0">{messages.license(license.name, license.spdxId)}</p>}
      {listed !== undefined && (
        <p className="m-0">
          {listed.length === 0 ? texts.languagesNotAvailable : messages.registries(listed)}
        </p>
      )}
    </div>
  )
}
