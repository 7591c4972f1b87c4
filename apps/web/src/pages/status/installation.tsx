import type { InstallationStatus } from '@assay/contract/installation-status.ts'
import type { ReactNode } from 'react'
import { formatBytes, formatNumber } from '../../language/format.ts'
import { texts } from '../../messages/app.ts'
import { installation as messages } from '../../messages/installation.ts'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table, wideOnly } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useInstallation } from './use-installation.ts'

/** For the operator: processes, database, disk, backups and slow statements. */
export function Installation() {
  const status = useInstallation()
  if (!status) return null
  return (
    <QueryView query={status} skeleton={<Spinner label={texts.loading} />} failed={messages.failed}>
      {(data) => (
        <>
          <Processes processes={data.processes} />
          <Storage {...data} />
          <Tables tables={data.database.tables} />
          <Statements statements={data.statements} />
        </>
      )}
    </QueryView>
  )
}

interface PartProps {
  title: string
  lead?: string
  /** Shown instead of a table without rows. */
  empty?: string | null
  columns: ReactNode
  children: ReactNode
}

const Part = ({ title, lead, empty = null, columns, children }: PartProps) => (
  <>
    <h2 className={`m-0 mt-8 text-base font-semibold ${lead === undefined ? 'mb-4' : 'mb-1'}`}>{title}</h2>
    {lead !== undefined && <p className="m-0 mb-4 text-soft">{lead}</p>}
    {empty === null ? (
      <section className="rounded-card border border-line bg-surface">
        <Table label={title}>
          <thead>
            <tr className="border-b border-line">{columns}</tr>
          </thead>
          <tbody>{children}</tbody>
        </Table>
      </section>
    ) : (
      <p className="m-0 text-soft">{empty}</p>
    )}
  </>
)

const titleCell = 'px-3 py-2 text-left align-top font-medium'
/** Hosts and statements have no places to break. */
const nameCell = `${titleCell} [overflow-wrap:anywhere]`

function Processes({ processes }: Pick<InstallationStatus, 'processes'>) {
  const { columns, lost, none } = messages.processes
  return (
    <Part
      title={messages.processes.title}
      empty={processes.length === 0 ? none : null}
      columns={
        <>
          <Header title={columns.host} />
          <Header title={columns.version} />
          <Header title={columns.roles} className={wideOnly} />
          <Header title={columns.started} className={wideOnly} />
          <Header title={columns.seen} />
        </>
      }
    >
      {processes.map((each) => (
        <tr key={`${each.host} ${each.startedAt}`} className={rowStyle}>
          <th scope="row" className={nameCell}>
            {each.host}
            <span className="block text-xs font-normal text-soft sm:hidden">
              {each.roles.join(', ')} · {columns.started}: <When epochMs={each.startedAt} />
            </span>
          </th>
          <td className={`${cellStyle} align-top`}>{each.version}</td>
          <td className={`${cellStyle} ${wideOnly}`}>{each.roles.join(', ')}</td>
          <td className={`${cellStyle} ${wideOnly}`}>
            <When epochMs={each.startedAt} />
          </td>
          <td className={`${cellStyle} align-top`}>
            <span className="flex flex-wrap items-center gap-2">
              <When epochMs={each.seenAt} />
              {!each.isAlive && <Badge variant="bad">{lost}</Badge>}
            </span>
          </td>
        </tr>
      ))}
    </Part>
  )
}

function Storage({ database, disk, backup, events }: InstallationStatus) {
  const words = messages.database
  const { growthPerDay: growth } = database
  const days = disk?.daysLeft ?? null
  const [late] = events
  const rows: [string, ReactNode][] = [
    [words.size, formatBytes(database.bytes)],
    [words.growth, growth === null ? messages.notMeasured : signedBytes(growth)],
    [words.disk, disk ? words.diskOf(disk.freeBytes, disk.totalBytes) : messages.notMeasured],
    [
      words.full,
      growth === null ? messages.notMeasured : days === null ? words.notForecast : words.daysLeft(days),
    ],
    [words.connections, words.connectionsOf(database.connections, database.maxConnections)],
    [words.backup, <Backup key="backup" {...backup} />],
    [
      words.events,
      !late || late.seconds === 0 ? words.noEvents : `${words.age(late.seconds)} · ${late.consumer}`,
    ],
  ]
  return (
    <Part
      title={words.title}
      columns={
        <>
          <Header title={words.columns.name} />
          <Header title={words.columns.value} />
        </>
      }
    >
      {rows.map(([what, value]) => (
        <tr key={what} className={rowStyle}>
          <th scope="row" className={titleCell}>
            {what}
          </th>
          <td className="px-3 py-2 [overflow-wrap:anywhere]">{value}</td>
        </tr>
      ))}
    </Part>
  )
}

const signedBytes = (bytes: number) => (bytes < 0 ? `−${formatBytes(-bytes)}` : formatBytes(bytes))

const Backup = ({ succeededAt, bytes, lastReason }: InstallationStatus['backup']) => (
  <>
    <When epochMs={succeededAt} otherwise={messages.database.noBackup} />
    {bytes !== null && ` · ${formatBytes(bytes)}`}
    {lastReason !== null && (
      <span className="block text-danger">{messages.database.backupFailed(lastReason)}</span>
    )}
  </>
)

const Tables = ({ tables }: Pick<InstallationStatus['database'], 'tables'>) => (
  <Part
    title={messages.tables.title}
    columns={
      <>
        <Header title={messages.tables.columns.name} />
        <Header title={messages.tables.columns.size} isNumber />
        <Header title={messages.tables.columns.rows} isNumber className={wideOnly} />
      </>
    }
  >
    {tables.map((table) => (
      <tr key={table.name} className={rowStyle}>
        <th scope="row" className={titleCell}>
          {table.name}
        </th>
        <td className={numberCell}>{formatBytes(table.bytes)}</td>
        <td className={`${numberCell} ${wideOnly}`}>{formatNumber(table.rows)}</td>
      </tr>
    ))}
  </Part>
)

function Statements({ statements }: Pick<InstallationStatus, 'statements'>) {
  const { lead, absent, none, columns, ms, total } = messages.statements
  return (
    <Part
      title={messages.statements.title}
      lead={lead}
      empty={statements === null ? absent : statements.length === 0 ? none : null}
      columns={
        <>
          <Header title={columns.text} />
          <Header title={columns.calls} isNumber className={wideOnly} />
          <Header title={columns.mean} isNumber />
          <Header title={columns.total} isNumber />
        </>
      }
    >
      {statements?.map((each, index) => (
        <tr key={index} className={rowStyle}>
          <th scope="row" className={`${nameCell} font-mono text-xs`}>
            {each.text}
          </th>
          <td className={`${numberCell} ${wideOnly}`}>{formatNumber(each.calls)}</td>
          <td className={numberCell}>{ms(each.meanMs)}</td>
          <td className={numberCell}>{total(each.totalMs)}</td>
        </tr>
      ))}
    </Part>
  )
}
