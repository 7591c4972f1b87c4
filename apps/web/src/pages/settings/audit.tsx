import type { AuditEvent } from '@assay/contract/audit.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { saveFile } from '../../parts/save-file.ts'
import { settings } from '../../texts/settings.ts'
import { FilterField } from '../../ui/filter-field.tsx'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'
import { useAct } from './use-act.ts'
import { useUser } from './use-user.ts'

const words = settings.audit

export function Audit() {
  const params = { accountUuid: useUser().account.uuid }
  const [text, setText] = useState('')
  const log = useInfiniteQuery({
    queryKey: ['audit', params.accountUuid, text],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list(
        { params, query: { text, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const download = useAct<void>(async () =>
    saveFile('audit.csv', await api.audit.csv({ params, query: { text } }), 'text/csv'),
  )
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <>
          <FilterField label={words.filter} value={text} onChange={setText} />
          <ActButton onPress={() => download.mutate()}>{words.download}</ActButton>
        </>
      }
    >
      <Known query={log}>{({ pages }) => <Events events={pages.flatMap(({ events }) => events)} />}</Known>
      {log.hasNextPage && (
        <div className="p-3">
          <ActButton onPress={() => void log.fetchNextPage()}>{words.more}</ActButton>
        </div>
      )}
    </Part>
  )
}

function Events({ events }: { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <p className="m-0 p-4 text-soft">{words.none}</p>
  return (
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.columns.when} />
          <Header title={words.columns.who} />
          <Header title={words.columns.what} />
          <Header title={words.columns.where} />
        </tr>
      </thead>
      <tbody>
        {events.map(({ sequence, timestamp, memberEmail, action, address }) => (
          <tr key={sequence} className={rowLook}>
            <td className={cellLook}>
              <When epochMs={timestamp} isExact />
            </td>
            <td className={cellLook}>{memberEmail}</td>
            <th scope="row" className={`${cellLook} text-left font-medium`}>
              {action}
            </th>
            <td className={cellLook}>{address}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
