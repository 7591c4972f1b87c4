import type { AdvisoryDatabase } from '@assay/contract/advisory-databases.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { SetupChecklist } from '../../widgets/scan/setup-checklist.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { advisoryData as advisoryMessages } from '../../messages/advisory-data.ts'
import { status as messages } from '../../messages/status.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../language/format.ts'
import { cellStyle, Header, numberCell, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { Installation } from './installation.tsx'
import { Lists } from './lists.tsx'
import { Network } from './network.tsx'
import { NewAdvisories } from './new-advisories.tsx'
import { Problems } from './problems.tsx'
import { Releases } from './releases.tsx'
import { Queue } from './queue.tsx'
import { Health } from './health.tsx'
import { Sync } from './sync.tsx'

const refetchMs = 15_000

export function StatusPage() {
  useTitle(messages.title)
  const hasPermission = usePermission()
  return (
    <MembersOnly>
      <PageTitle title={messages.title} lead={messages.lead} />
      {hasPermission('configuration.edit') && <SetupChecklist />}
      <Problems />
      <Sync />
      <AdvisoryDatabases />
      <Lists />
      <NewAdvisories />
      <Releases />
      <Queue />
      <Health />
      <Installation />
      <Network />
    </MembersOnly>
  )
}

function AdvisoryDatabases() {
  const databases = useQuery({ ...query(api.advisoryDatabases.list, {}), refetchInterval: refetchMs })
  return (
    <QueryView query={databases} skeleton={<ListSkeleton row="h-17 sm:h-9.75" />} failed={messages.failed}>
      {(list) => <Databases list={list} />}
    </QueryView>
  )
}

function Databases({ list }: { list: AdvisoryDatabase[] }) {
  if (list.length === 0) return <p className="m-0 text-soft">{messages.empty}</p>
  return (
    <section className="rounded-card border border-line bg-surface">
      <Table label={messages.title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={messages.columns.name} />
            <Header title={messages.columns.advisories} isNumber />
            <Header title={messages.columns.newest} className={wideOnly} />
            <Header title={messages.columns.synced} className={wideOnly} />
            <Header title={advisoryMessages.columns.state} />
          </tr>
        </thead>
        <tbody>
          {list.map(({ id, name, advisories, newestAt, syncedAt, state }) => (
            <tr key={id} className={rowStyle}>
              <th scope="row" className="px-3 py-2 text-left align-top font-medium">
                {name}
                {/* Wider than the column, below the other cells. */}
                <span className="block w-0 text-xs font-normal whitespace-nowrap text-soft sm:hidden">
                  {messages.columns.newest}: <When epochMs={newestAt} isOfFeed />
                  <br />
                  {messages.columns.synced}: <When epochMs={syncedAt} />
                </span>
              </th>
              <td className={`${numberCell} pt-2 align-top`}>{formatNumber(advisories)}</td>
              <td className={`${cellStyle} ${wideOnly}`}>
                <When epochMs={newestAt} isOfFeed />
              </td>
              <td className={`${cellStyle} ${wideOnly}`}>
                <When epochMs={syncedAt} />
              </td>
              <td className="px-3 py-2 align-top">
                <Badge variant={state === 'current' ? 'good' : 'plain'}>
                  {advisoryMessages.states[state]}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
