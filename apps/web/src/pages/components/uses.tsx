import type { Dependency, DependencyUse } from '@assay/contract/insights.ts'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { components } from '../../messages/components.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Header, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { PackageTriageButton } from '../../widgets/triage/package-triage-button.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { projectsOf } from './model.ts'
import { UsePath } from './use-path.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import type { ComponentsSearch } from './search.ts'

const messages = components.uses
const atOnce = 50
/** Reading a path reads the branch's whole graph. */
const pathsAtOnce = 3
const shownFiles = 2

interface Props extends Pick<AccountListProps<ComponentsSearch>, 'search' | 'account'> {
  row: Dependency
}

/** The projects and branches that use a version, and the dependency paths. */
export function Uses({ row, search, account }: Props) {
  const query = {
    ...projectsOf(search),
    name: row.name,
    version: row.version,
    ...(row.ecosystem !== null && { ecosystem: row.ecosystem }),
  }
  const params = { accountUuid: account.uuid }
  const uses = usePages({
    key: ['dependency uses', account.uuid, query],
    read: (cursor, options) =>
      api.insights.uses({ params, query: { ...query, ...cursor, limit: String(atOnce) } }, options),
    rowsOf: (page): DependencyUse[] => page.uses,
  })
  return (
    <QueryView
      query={viewOf(uses)}
      skeleton={<Skeleton className="h-24 w-full" />}
      failed={messages.failed}
      forbidden={components.forbidden}
    >
      {(known) =>
        known.length === 0 ? (
          <p className="m-0 text-soft">{messages.none}</p>
        ) : (
          <div className="rounded-card border border-line bg-surface">
            <UsesTable row={row} uses={known} accountUuid={account.uuid} />
            {uses.hasNextPage && (
              <div className="py-3 text-center">
                <Button isDisabled={uses.isFetchingNextPage} onPress={() => void uses.fetchNextPage()}>
                  {messages.more}
                </Button>
              </div>
            )}
          </div>
        )
      }
    </QueryView>
  )
}

interface TableProps {
  row: Dependency
  uses: readonly DependencyUse[]
  accountUuid: string
}

const cell = 'px-3 py-1.5 align-baseline'

function UsesTable({ row, uses, accountUuid }: TableProps) {
  return (
    <Table label={messages.title(`${row.name} ${row.version}`)}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.project} />
          <Header title={messages.columns.branch} className={wideOnly} />
          <Header title={messages.columns.path} />
          <Header title={messages.columns.scope} className="hidden lg:table-cell" />
          <Header title={messages.columns.files} className="hidden lg:table-cell" />
          <Header title={messages.columns.scanned} className="hidden md:table-cell" />
        </tr>
      </thead>
      <tbody>
        {uses.map((use, index) => (
          <tr
            key={`${use.projectUuid} ${use.branch} ${use.scope} ${use.locations.join()}`}
            className={rowStyle}
          >
            <th scope="row" className={`${cell} min-w-28 text-left font-normal [overflow-wrap:anywhere]`}>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link
                  to={paths.projects}
                  search={{ pid: use.projectUuid, branch: use.branch }}
                  preload={false}
                  className="font-medium text-ink hover:text-accent hover:underline"
                >
                  {use.projectName}
                </Link>
                {row.ecosystem !== null && row.openFindings > 0 && (
                  <PackageTriageButton
                    of={{ projectUuid: use.projectUuid, ecosystem: row.ecosystem, package: row.name }}
                    projectName={use.projectName}
                  />
                )}
              </span>
              <span className="block text-xs text-soft sm:hidden">{use.branch}</span>
            </th>
            <td className={`${cell} [overflow-wrap:anywhere] ${wideOnly}`}>{use.branch}</td>
            <td className={`${cell} [overflow-wrap:anywhere]`}>
              <UsePath use={use} row={row} accountUuid={accountUuid} isInitiallyShown={index < pathsAtOnce} />
            </td>
            <td className={`${cell} hidden text-soft lg:table-cell`}>{use.scope}</td>
            <td className={`${cell} hidden [overflow-wrap:anywhere] lg:table-cell`}>
              <Files {...use} />
            </td>
            <td className={`${cell} hidden text-soft md:table-cell`}>
              <When epochMs={use.scannedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Files = ({ locations }: Pick<DependencyUse, 'locations'>) => (
  <span title={locations.join('\n')}>
    {locations.slice(0, shownFiles).map((file) => (
      <code key={file} className="block text-xs">
        {file}
      </code>
    ))}
    {locations.length > shownFiles && (
      <span className="text-xs text-soft">{messages.moreFiles(locations.length - shownFiles)}</span>
    )}
  </span>
)
