import type { LicenseBranch, LicenseUse } from '@assay/contract/license-use.ts'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { licenses } from '../../messages/licenses.ts'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../language/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { keyOf, nameOf, projectsOf } from './model.ts'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import type { LicensesSearch } from './search.ts'

const messages = licenses.details

interface Props extends Pick<AccountListProps<LicensesSearch>, 'account' | 'search'> {
  row: LicenseUse
}

/** Where a license is in use; its components have a separate page. */
export function LicenseDetails({ row, account, search }: Props) {
  const { team, tag } = search
  const license = keyOf(row)
  const params = { accountUuid: account.uuid }
  const query = { ...projectsOf(search), license }
  const found = usePages({
    key: ['licenseUse', 'branches', account.uuid, query],
    read: (cursor, options) =>
      api.licenseUse.branches({ params, query: { ...query, ...cursor, limit: '50' } }, options),
    rowsOf: ({ branches }): LicenseBranch[] => branches,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="m-0 flex flex-wrap gap-x-6 gap-y-1">
        <Link
          to={paths.components}
          search={{ license, ...(team && { team }), ...(tag && { tag }) }}
          className="font-medium text-accent"
        >
          {messages.components}
        </Link>
        {row.license?.uri && (
          <a
            href={row.license.uri}
            target="_blank"
            rel="noopener noreferrer"
            className="font-medium text-accent"
          >
            {messages.text}
          </a>
        )}
      </p>
      <QueryView
        query={viewOf(found)}
        skeleton={<Skeleton className="h-24 w-full" />}
        failed={messages.failed}
        forbidden={licenses.forbidden}
      >
        {(list) => (
          <>
            <Branches list={list} label={messages.branches(nameOf(row))} />
            <LoadMore found={found} count={list.length} label={messages.more} />
          </>
        )}
      </QueryView>
    </div>
  )
}

const Branches = ({ list, label }: { list: LicenseBranch[]; label: string }) => (
  <Table label={label}>
    <thead>
      <tr className="border-b border-line">
        <Header title={messages.columns.project} />
        <Header title={messages.columns.branch} />
        <Header title={messages.columns.components} isNumber />
        <Header title={messages.columns.violations} isNumber />
        <Header title={messages.columns.scanned} className="hidden md:table-cell" />
      </tr>
    </thead>
    <tbody>
      {list.map((each) => (
        <tr key={`${each.projectUuid} ${each.branch}`} className={rowStyle}>
          <th scope="row" className="min-w-28 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
            <Link
              to={paths.projects}
              search={{ pid: each.projectUuid, branch: each.branch, tab: 'licensing' }}
              preload={false}
              className="inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
            >
              {each.projectName}
            </Link>
          </th>
          <td className="px-3 py-1.5 [overflow-wrap:anywhere]">{each.branch}</td>
          <td className={numberCell}>{formatNumber(each.components)}</td>
          <td className={`${numberCell} ${each.violatingComponents > 0 ? 'text-danger' : ''}`}>
            {formatNumber(each.violatingComponents)}
          </td>
          <td className={`${cellStyle} hidden text-soft md:table-cell`}>
            <When epochMs={each.scannedAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)
