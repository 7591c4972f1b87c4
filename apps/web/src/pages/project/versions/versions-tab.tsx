import { type ProjectVersion, versions as contract } from '@assay/contract/versions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { formatNumber } from '../../../language/format.ts'
import { versions as messages } from '../../../messages/versions.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ListSkeleton } from '../../../widgets/lists/list-skeleton.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import type { TabProps } from '../report/props.ts'
import { EditVersion } from './edit-version.tsx'
import { ShareVersion } from './share-version.tsx'

type Opened = { action: 'publish' } | { action: 'edit' | 'remove' | 'share'; version: ProjectVersion }

/** Published versions, newest first; each with the scan that it keeps. */
export function VersionsTab({ overview }: TabProps) {
  const projectUuid = overview.project.uuid
  const found = useQuery(query(api.versions.list, { params: { projectUuid } }))
  const canEdit = usePermission()(contract.create.permission)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="grid grid-cols-1 gap-3">
      {canEdit && (
        <div className="flex justify-end">
          <Button variant="primary" onPress={() => setOpened({ action: 'publish' })}>
            {messages.publish}
          </Button>
        </div>
      )}
      <QueryView query={found} skeleton={<ListSkeleton row="h-9.25" />} failed={messages.failed}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={messages.none} hint={messages.noneHint} />
          ) : (
            <Versions list={list} onOpen={canEdit ? setOpened : null} />
          )
        }
      </QueryView>
      {opened?.action === 'share' && <ShareVersion version={opened.version} onClose={close} />}
      {opened && (opened.action === 'edit' || opened.action === 'publish') && (
        <EditVersion
          projectUuid={projectUuid}
          branch={overview.branch}
          version={opened.action === 'edit' ? opened.version : null}
          onClose={close}
        />
      )}
      {opened?.action === 'remove' && (
        <Confirm
          title={messages.removeOf(opened.version.name)}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.versions.remove({ params: { projectUuid, versionUuid: opened.version.uuid } })}
          onClose={close}
        />
      )}
    </div>
  )
}

interface ListProps {
  list: readonly ProjectVersion[]
  /** null if the member may change none. */
  onOpen: ((opened: Opened) => void) | null
}

const Versions = ({ list, onOpen }: ListProps) => (
  <Table label={messages.list}>
    <thead>
      <tr>
        <Header title={messages.columns.name} />
        <Header title={messages.columns.branch} className="hidden md:table-cell" />
        <Header title={messages.columns.tag} className="hidden lg:table-cell" />
        <Header title={messages.columns.released} />
        <Header title={messages.columns.supported} className="hidden sm:table-cell" />
        <Header title={messages.columns.findings} isNumber />
        {onOpen && <Header title={messages.columns.actions} />}
      </tr>
    </thead>
    <tbody>
      {list.map((version) => (
        <Version key={version.uuid} version={version} onOpen={onOpen} />
      ))}
    </tbody>
  </Table>
)

function Version({ version, onOpen }: { version: ProjectVersion } & Pick<ListProps, 'onOpen'>) {
  const { projectUuid, reportUuid, findings } = version
  const count = Object.values(findings).reduce((sum, each) => sum + each, 0)
  return (
    <tr className={rowStyle}>
      <td className={cellStyle}>
        <Link
          to={paths.projects}
          search={{ pid: projectUuid, reportUuid }}
          data-target
          className="font-medium underline"
        >
          {version.name}
        </Link>
      </td>
      <td className={`${cellStyle} hidden md:table-cell`}>{version.branch}</td>
      <td className={`${cellStyle} hidden lg:table-cell`}>{version.tag || '–'}</td>
      <td className={`${cellStyle} tabular`}>{version.releasedAt}</td>
      <td className={`${cellStyle} tabular hidden sm:table-cell`}>
        {version.supportedUntil ?? messages.open}
        {!version.isSupported && <span className="ml-2 text-xs text-soft">{messages.ended}</span>}
      </td>
      <td className={numberCell} title={messages.findings(count)}>
        {formatNumber(count)}
      </td>
      {onOpen && (
        <td className={cellStyle}>
          <Button
            variant="quiet"
            aria-label={messages.editOf(version.name)}
            onPress={() => onOpen({ action: 'edit', version })}
          >
            {messages.edit}
          </Button>
          <Button
            variant="quiet"
            aria-label={messages.shareOf(version.name)}
            onPress={() => onOpen({ action: 'share', version })}
          >
            {messages.share}
          </Button>
          <Button variant="quiet" onPress={() => onOpen({ action: 'remove', version })}>
            {messages.remove}
          </Button>
        </td>
      )}
    </tr>
  )
}
