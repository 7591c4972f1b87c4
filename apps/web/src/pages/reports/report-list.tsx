import type { Era } from '@assay/contract/eras.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { reports as messages } from '../../messages/reports.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate, formatDateTime } from '../../language/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { cellStyle, Header, rowStyle, Table } from '../../ui/table.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { saveFile } from '../../widgets/save-file.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { becameReady, fileNameOf, isUnfinished } from './model.ts'
import { showNotice } from '../../ui/alerts.tsx'
import { Confirm } from '../../widgets/forms/confirm.tsx'

const refetchMs = 1_500

export function ReportList() {
  const reportsQuery = useQuery({
    ...query(api.eras.list, {}),
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? refetchMs : false),
  })
  const [leaving, setLeaving] = useState<Era | null>(null)
  const notice = useNews(reportsQuery.data)
  return (
    <>
      <p role="status" className="sr-only">
        {notice}
      </p>
      <QueryView
        query={reportsQuery}
        skeleton={<ListSkeleton row="h-11.25" />}
        failed={messages.failedToLoad}
        forbidden={messages.forbidden}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState {...messages.empty} />
          ) : (
            <ReportTable list={list} onRemove={setLeaving} />
          )
        }
      </QueryView>
      {leaving && (
        <Confirm
          title={messages.removeTitle(leaving.name)}
          text={messages.removeText}
          submit={messages.remove}
          action={async () => {
            await api.eras.remove({ params: { eraUuid: leaving.uuid } })
            showNotice(messages.removed(leaving.name))
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}

/** Announces finished reports to screen readers. */
function useNews(list: Era[] | undefined): string {
  const before = useRef<Era[]>([])
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (!list) return
    const ready = becameReady(before.current, list)
    before.current = list
    if (ready.length > 0) setNotice(ready.map(messages.ready).join(' '))
  }, [list])
  return notice
}

interface TableProps {
  list: readonly Era[]
  onRemove: (era: Era) => void
}

const wide = 'hidden md:table-cell'
const widest = 'hidden lg:table-cell'

const ReportTable = ({ list, onRemove }: TableProps) => (
  <section className="rounded-card border border-line bg-surface">
    <Table label={messages.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.columns.name} />
          <Header title={messages.columns.period} className={wide} />
          <Header title={messages.columns.state} />
          <Header title={messages.columns.created} className={wide} />
          <Header title={messages.columns.expires} className={widest} />
          <th scope="col">
            <span className="sr-only">{messages.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((era) => (
          <ReportRow key={era.uuid} era={era} onRemove={() => onRemove(era)} />
        ))}
      </tbody>
    </Table>
  </section>
)

function ReportRow({ era, onRemove }: { era: Era; onRemove: () => void }) {
  const { name, purpose, startDate, endDate, createdAt, createdBy, expiresAt, isScheduled } = era
  const canRemove = usePermission()('reports.delete')
  return (
    <tr className={rowStyle}>
      <th scope="row" className="min-w-36 px-3 py-2 text-left font-medium [overflow-wrap:anywhere]">
        {name} {purpose !== 'period' && <Badge>{messages.purposes[purpose]}</Badge>}{' '}
        {isScheduled && <Badge>{messages.scheduled}</Badge>}
      </th>
      <td className={`${cellStyle} ${wide}`}>{messages.period(startDate, endDate)}</td>
      <td className={cellStyle}>
        <State {...era} />
      </td>
      <td className={`${cellStyle} ${wide}`} title={createdBy}>
        {formatDateTime(createdAt)}
      </td>
      <td className={`${cellStyle} ${widest}`}>{formatDate(expiresAt)}</td>
      <td className="px-3 py-1.5">
        <div className="flex flex-wrap justify-end gap-1">
          {era.state === 'ready' && <Download era={era} />}
          <Button
            variant="quiet"
            aria-label={messages.removeOf(name)}
            aria-disabled={!canRemove}
            {...(!canRemove && { title: messages.notAllowed })}
            onPress={() => canRemove && onRemove()}
          >
            {messages.remove}
          </Button>
        </div>
      </td>
    </tr>
  )
}

function State({ name, state, progress, reason }: Era) {
  if (state === 'ready') return <Badge variant="good">{messages.states.ready}</Badge>
  if (state === 'failed')
    return (
      <span className="grid gap-1 whitespace-normal">
        <Badge variant="bad">{messages.states.failed}</Badge>
        {reason !== null && <span className="max-w-60 text-xs text-soft">{reason}</span>}
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      <progress
        aria-label={messages.progressOf(name, progress)}
        max={100}
        value={progress}
        className="h-2 w-20 accent-(--accent)"
      />
      <span className="tabular text-xs text-soft">
        {state === 'waiting' ? messages.states.waiting : messages.percent(progress)}
      </span>
    </span>
  )
}

function Download({ era }: { era: Era }) {
  const save = async (format: Era['formats'][number]) => {
    try {
      const bytes = await api.eras.file({ params: { eraUuid: era.uuid, format } })
      saveFile(fileNameOf(era, format), bytes, 'application/octet-stream')
    } catch {
      showAlert(messages.downloadFailed)
    }
  }
  return (
    <Menu
      label={messages.download}
      name={messages.downloadOf(era.name)}
      items={era.formats.map((format) => ({
        id: format,
        label: messages.formats[format],
        onAction: () => void save(format),
      }))}
    />
  )
}
